import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { CaptchaNotice } from './captcha-notice.tsx'

const env = vi.hoisted(() => ({ captchaSiteKey: undefined as string | undefined }))
vi.mock('#src/env.ts', () => ({ env }))

beforeEach(() => {
  env.captchaSiteKey = undefined
})

const content = { captchaNotice: 'Google’s {privacy} and {terms} apply.', privacyLabel: 'Policy', termsLabel: 'Terms' }
const html = () => renderToStaticMarkup(<CaptchaNotice content={content} newTabLabel="(opens in a new tab)" />)

test('without the provider nothing is said of it', () => {
  expect(html()).toBe('')
})

test('with it, both links stand in the sentence', () => {
  env.captchaSiteKey = '6L-key'
  expect(html().replace(/<[^>]*>/g, '')).toBe(
    'Google’s Policy (opens in a new tab) and Terms (opens in a new tab) apply.',
  )
  const addresses = [...html().matchAll(/href="([^"]*)"/g)].map(([, address]) => address)
  expect(addresses).toEqual(['https://policies.google.com/privacy', 'https://policies.google.com/terms'])
})
