import type { Page, Request } from '@playwright/test'
import type { MailServer, ReceivedEmail } from '#tests/setup/server/mail-server.ts'
import { expect } from './fixtures.ts'

export const getContactField = (page: Page, name: 'Name' | 'Email' | 'Message') => page.getByRole('textbox', { name })
export const getSendButton = (page: Page) => page.getByRole('button', { name: /^Send/ })
export const getToast = (page: Page, text: string) => page.locator('[data-snack-bar]').getByText(text, { exact: true })

export const TOAST_TEXTS = {
  sent: 'Message sent successfullly!',
  failed: 'Something went wrong! Please try again.',
  noSession: 'Could not start session. Please try again',
} as const

/** Words that no other test sends. */
export const createUniqueMessage = () => `Sixteen miles, by May. No. ${crypto.randomUUID()}`

/** Moves the page's time on: a message sent within two seconds goes to the spam folder (server/api/contact/contact-routes.ts). */
export const skipTypingTime = (page: Page) =>
  page.evaluate(() => {
    const now = Date.now
    Date.now = () => now() + 2_100
  })

/** ms, as the page's clock has it. */
export const readPageTime = (page: Page) => page.evaluate(() => Date.now())

/** Fills the form as slowly as a person does, without the wait. */
export async function fillContactForm(page: Page, message: string): Promise<void> {
  await getContactField(page, 'Name').fill('Ada Lovelace')
  await getContactField(page, 'Email').fill('ada@engine.example')
  await getContactField(page, 'Message').fill(message)
  await skipTypingTime(page)
}

/** Moves the page's clock ten seconds on and stops it there: from here on timers run by `page.clock.runFor` alone. */
export async function freezeClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await readPageTime(page)) + 10_000)
}

export async function expectMessageSent(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Message Sent' })).toBeVisible()
  await expect(page.getByText('Thank you!')).toBeVisible()
  await expect(getToast(page, TOAST_TEXTS.sent)).toBeVisible()
  await expect(getContactField(page, 'Message')).toBeHidden()
}

/** What was typed is still there. */
export async function expectInputKept(page: Page, message: string): Promise<void> {
  await expect(getContactField(page, 'Name')).toHaveValue('Ada Lovelace')
  await expect(getContactField(page, 'Email')).toHaveValue('ada@engine.example')
  await expect(getContactField(page, 'Message')).toHaveValue(message)
}

/** Sends what is filled in, sees this toast, and what was typed is still there. */
export async function sendAndExpectError(page: Page, message: string, text: string): Promise<void> {
  await getSendButton(page).click()
  await expect(getToast(page, text)).toBeVisible()
  await expectInputKept(page, message)
  await expect(getSendButton(page)).toBeEnabled()
}

/** Sends what is filled in, and it goes. */
export async function sendAndExpectSuccess(page: Page): Promise<void> {
  await getSendButton(page).click()
  await expectMessageSent(page)
}

/** Mails that hold this message; there may be others of other tests. */
export const findEmails = ({ emails }: MailServer, message: string): readonly ReceivedEmail[] =>
  emails.filter(({ text }) => text.includes(message))

export async function expectOneEmail(server: MailServer, message: string): Promise<ReceivedEmail> {
  await expect.poll(() => findEmails(server, message).length).toBe(1)
  const [mail] = findEmails(server, message)
  if (!mail) throw new Error('it has just been there')
  return mail
}

/** Calls of the backend that the page makes from now on, as "POST /contact". */
export function recordApiCalls(page: Page): readonly string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (isApiRequest(request)) calls.push(`${request.method()} ${pathname.slice('/api'.length)}`)
  })
  return calls
}

export const isApiRequest = (request: Request) => new URL(request.url()).pathname.startsWith('/api/')

/** Waits until the page has its guest session: its start is quiet, and shows nothing. */
export const waitForGuestSession = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/api/auth/guest') && response.ok())
