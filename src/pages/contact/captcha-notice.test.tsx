import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { CaptchaNotice } from './captcha-notice.tsx'

const env = vi.hoisted(() => ({ captchaSiteKey: undefined as string | undefined }))
vi.mock('#src/env.ts', () => ({ env }))

beforeEach(() => {
  env.captchaSiteKey = undefined
})

const content = { captchaNotice: 'Google’s {privacy} and {terms} apply.', privacyLabel: 'Policy', termsLabel: 'Terms' }
const render = () => renderToStaticMarkup(<CaptchaNotice content={content} newTabLabel="(opens in a new tab)" />)

test('renders nothing without a captcha site key', () => {
  expect(render()).toBe('')
})

test('renders both links in the sentence with a site key', () => {
  env.captchaSiteKey = '6L-key'
  const renderLink = (label: string, name: string) =>
    `<a href="https://policies.google.com/${name}" target="_blank" rel="noopener noreferrer"><span>${label}</span><span> (opens in a new tab)</span></a>`
  expect(render().replaceAll(/ class="[^"]*"/g, '')).toBe(
    `<p><span>Google’s </span>${renderLink('Policy', 'privacy')}<span> and </span>${renderLink('Terms', 'terms')}<span> apply.</span></p>`,
  )
})
