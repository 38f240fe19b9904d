import type { Page, Request } from '@playwright/test'
import { expect } from './fixtures.ts'
import type { MailServer, ReceivedMail } from './mail-server.ts'

export const field = (page: Page, name: 'Name' | 'Email' | 'Message') => page.getByRole('textbox', { name })
export const sendButton = (page: Page) => page.getByRole('button', { name: /^Send/ })
export const toast = (page: Page, text: string) => page.locator('[data-snack-bar]').getByText(text, { exact: true })

export const TOAST = {
  sent: 'Message sent successfullly!',
  failed: 'Something went wrong! Please try again.',
  noSession: 'Could not start session. Please try again',
} as const

/** Words that no other test sends. */
export const uniqueMessage = () => `Sixteen miles, by May. No. ${crypto.randomUUID()}`

/** Moves the page's time on: a message sent within two seconds goes to the spam folder (server/api/contact/detect-spam.ts). */
export const skipTypingTime = (page: Page) =>
  page.evaluate(() => {
    const now = Date.now
    Date.now = () => now() + 2_100
  })

/** ms, as the page's clock has it. */
export const pageTime = (page: Page) => page.evaluate(() => Date.now())

/** Fills the form as slowly as a person does, without the wait. */
export async function fillIn(page: Page, message: string): Promise<void> {
  await field(page, 'Name').fill('Ada Lovelace')
  await field(page, 'Email').fill('ada@engine.example')
  await field(page, 'Message').fill(message)
  await skipTypingTime(page)
}

/** Moves the page's clock ten seconds on and stops it there: from here on timers run by `page.clock.runFor` alone. */
export async function freezeClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await pageTime(page)) + 10_000)
}

export async function expectSent(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Message Sent' })).toBeVisible()
  await expect(page.getByText('Thank you!')).toBeVisible()
  await expect(toast(page, TOAST.sent)).toBeVisible()
  await expect(field(page, 'Message')).toBeHidden()
}

/** What was typed is still there. */
export async function expectKept(page: Page, message: string): Promise<void> {
  await expect(field(page, 'Name')).toHaveValue('Ada Lovelace')
  await expect(field(page, 'Email')).toHaveValue('ada@engine.example')
  await expect(field(page, 'Message')).toHaveValue(message)
}

/** Sends what is filled in, sees this toast, and what was typed is still there. */
export async function expectRefused(page: Page, message: string, text: string): Promise<void> {
  await sendButton(page).click()
  await expect(toast(page, text)).toBeVisible()
  await expectKept(page, message)
  await expect(sendButton(page)).toBeEnabled()
}

/** Sends what is filled in, and it goes. */
export async function expectGoes(page: Page): Promise<void> {
  await sendButton(page).click()
  await expectSent(page)
}

/** Mails that hold this message; there may be others of other tests. */
export const mailsWith = ({ mails }: MailServer, message: string): readonly ReceivedMail[] =>
  mails.filter(({ text }) => text.includes(message))

export async function expectMailedOnce(server: MailServer, message: string): Promise<ReceivedMail> {
  await expect.poll(() => mailsWith(server, message).length).toBe(1)
  const [mail] = mailsWith(server, message)
  if (!mail) throw new Error('it has just been there')
  return mail
}

/** Calls of the backend that the page makes from now on, as "POST /contact". */
export function callsOf(page: Page): readonly string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (isCall(request)) calls.push(`${request.method()} ${pathname.slice('/api'.length)}`)
  })
  return calls
}

export const isCall = (request: Request) => new URL(request.url()).pathname.startsWith('/api/')

/** Waits until the page has its guest session: its start is quiet, and shows nothing. */
export const sessionStarted = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/api/auth/guest') && response.ok())
