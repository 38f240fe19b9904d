import { setTimeout as delay } from 'node:timers/promises'
import { createUniqueMessage, findEmails, TOAST_TEXTS } from '#tests/setup/e2e/contact-form.ts'
import { expect, test } from './fixtures.ts'
import type { TestPage } from './page.ts'

const field = (visitor: TestPage, name: string) => visitor.getByRole('textbox', name)
const send = (visitor: TestPage) => visitor.getByRole('button', 'Send message')

async function fill(visitor: TestPage, name: string, text: string): Promise<void> {
  await field(visitor, name).click()
  await visitor.type(text)
  await expect.poll(field(visitor, name).readState).toMatchObject({ value: text, isFocused: true })
}

test('a message is sent, confirmed, and arrives once', async ({ visitor, mailServer }) => {
  const message = createUniqueMessage()
  await visitor.goto('/contact')
  await visitor.hydrated()
  await fill(visitor, 'Name', 'Ada Lovelace')
  await fill(visitor, 'Email', 'ada@engine.example')
  await fill(visitor, 'Message', message)
  await delay(2_100) // ms; the backend takes a faster sender for a program
  await send(visitor).click()
  await expect.poll(visitor.getByText(TOAST_TEXTS.sent).readState).toMatchObject({ isInViewport: true })
  await expect.poll(visitor.getByRole('heading', 'Message Sent').readState).toMatchObject({ isFocused: true })
  expect(await field(visitor, 'Message').readState()).toBeNull()
  await expect.poll(() => findEmails(mailServer, message).length).toBe(1)
  const [mail] = findEmails(mailServer, message)
  expect(mail?.to).toBe('office@blackland.example')
  expect(mail?.text).toContain('ada@engine.example')
  await visitor.goto('/contact')
  await expect.poll(field(visitor, 'Message').readState).toMatchObject({ value: '' })
  expect(findEmails(mailServer, message)).toHaveLength(1)
})

test('an incomplete form shows its errors and focuses the first', async ({ visitor }) => {
  await visitor.goto('/contact')
  await visitor.hydrated()
  await fill(visitor, 'Email', 'crew@')
  await send(visitor).click()
  for (const error of ['Name is required.', 'Enter a valid email address.', 'Message is required.'])
    await expect.poll(visitor.getByText(error).readState, error).not.toBeNull()
  await expect.poll(field(visitor, 'Name').readState).toMatchObject({ isFocused: true })
})

test('what is typed survives a reload', async ({ visitor }) => {
  const message = createUniqueMessage()
  await visitor.goto('/contact')
  await visitor.hydrated()
  await fill(visitor, 'Message', message)
  await visitor.goto('/contact')
  await expect.poll(field(visitor, 'Message').readState).toMatchObject({ value: message })
})
