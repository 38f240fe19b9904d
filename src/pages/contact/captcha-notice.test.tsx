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
  expect(render().replace(/<[^>]*>/g, '')).toBe(
    'Google’s Policy (opens in a new tab) and Terms (opens in a new tab) apply.',
  )
  const urls = [...render().matchAll(/href="([^"]*)"/g)].map(([, url]) => url)
  expect(urls).toEqual(['https://policies.google.com/privacy', 'https://policies.google.com/terms'])
})
