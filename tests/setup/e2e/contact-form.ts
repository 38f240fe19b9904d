import type { Locator, Page, Request } from '@playwright/test'
import type { MailServer, ReceivedEmail } from '#tests/setup/mail-server.ts'
import { getSeedText } from '#tests/setup/seed-content.ts'
import { expect } from './fixtures.ts'

const LABEL_FIELDS = { Name: 'nameLabel', Email: 'emailLabel', Message: 'messageLabel' } as const
export type ContactFieldName = keyof typeof LABEL_FIELDS

/** Finds a field by its label. */
export const getContactLabel = (name: ContactFieldName) => getSeedText('contactPage', LABEL_FIELDS[name])

export const getContactField = (page: Page, name: ContactFieldName) =>
  page.getByLabel(getContactLabel(name)).and(page.locator('input, textarea'))

const getButton = (page: Page, label: 'sendLabel' | 'sendingLabel') =>
  page.getByRole('button', { name: getSeedText('contactPage', label) })

export const getSendButton = (page: Page) => getButton(page, 'sendLabel').or(getButton(page, 'sendingLabel'))
export const getToast = (page: Page, text: string) => page.locator('[data-snack-bar]').getByText(text, { exact: true })

export const TOAST_TEXTS = {
  sent: 'Message sent successfullly!',
  failed: 'Something went wrong! Please try again.',
  noSession: 'Could not start session. Please try again',
} as const

/** Returns a message text that no other test sends. */
export const createUniqueMessage = () => `Sixteen miles, by May. No. ${crypto.randomUUID()}`

/** Advances the page's clock: a message that is sent within two seconds is stored as spam (server/contact/contact-routes.ts). */
export const skipTypingTime = (page: Page) =>
  page.evaluate(() => {
    const now = Date.now
    Date.now = () => now() + 2_100
  })

/** Presses Tab or Shift+Tab until the element has the focus. */
export async function pressUntilFocused(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const isFocused = () => target.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 30 && !(await isFocused()); presses++) await target.page().keyboard.press(key)
  await expect(target).toBeFocused()
}

/** Fills in the form and advances the page's clock by a plausible typing time. */
export async function fillContactForm(page: Page, message: string): Promise<void> {
  await getContactField(page, 'Name').fill('Ada Lovelace')
  await getContactField(page, 'Email').fill('ada@engine.example')
  await getContactField(page, 'Message').fill(message)
  await skipTypingTime(page)
}

export async function expectMessageSent(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: getSeedText('contactPage', 'sentTitle') })).toBeVisible()
  await expect(page.getByText(getSeedText('contactPage', 'sentText'))).toBeVisible()
  await expect(getToast(page, TOAST_TEXTS.sent)).toBeVisible()
  await expect(getContactField(page, 'Message')).toBeHidden()
}

/** Asserts that the form still contains the input. */
export async function expectInputKept(page: Page, message: string): Promise<void> {
  await expect(getContactField(page, 'Name')).toHaveValue('Ada Lovelace')
  await expect(getContactField(page, 'Email')).toHaveValue('ada@engine.example')
  await expect(getContactField(page, 'Message')).toHaveValue(message)
}

/** Sends the form and asserts that the toast is shown and the input is kept. */
export async function sendAndExpectError(page: Page, message: string, text: string): Promise<void> {
  await getSendButton(page).click()
  await expect(getToast(page, text)).toBeVisible()
  await expectInputKept(page, message)
  await expect(getSendButton(page)).toBeEnabled()
}

/** Returns the received emails that contain this message. */
const findEmails = ({ emails }: MailServer, message: string): readonly ReceivedEmail[] =>
  emails.filter(({ text }) => text.includes(message))

export async function expectOneEmail(server: MailServer, message: string): Promise<ReceivedEmail> {
  await expect.poll(() => findEmails(server, message).length).toBe(1)
  const [email] = findEmails(server, message)
  if (!email) throw new Error('The email has disappeared')
  return email
}

/** Records API requests of the page from now on, such as "POST /contact". */
export function recordApiCalls(page: Page): readonly string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (isApiRequest(request)) calls.push(`${request.method()} ${pathname.slice('/api'.length)}`)
  })
  return calls
}

const isApiRequest = (request: Request) => new URL(request.url()).pathname.startsWith('/api/')

/** Waits until the page has a guest session, which is not visible. */
export const waitForGuestSession = (page: Page) =>
  page.waitForResponse((response) => response.url().endsWith('/api/auth/guest') && response.ok())
