import { expect, test } from 'vitest'
import { parseEditorConfig } from './editor-config.ts'

test('nothing set: no preview, no webhook', () => {
  expect(parseEditorConfig({ PREVIEW_SECRET: '' })).toEqual({
    previewSecret: undefined,
    webhookSecret: undefined,
    deployHook: undefined,
    editors: [],
    asksLinks: true,
  })
})

test('what is set is taken as it is', () => {
  const env = {
    PREVIEW_SECRET: 'sixteen-letters!',
    CONTENTFUL_WEBHOOK_SECRET: 'a'.repeat(64),
    DEPLOY_HOOK_URL: 'https://deploy.example/hook?key=1',
    PREVIEW_EDITORS: 'https://one.example, http://127.0.0.1:4000',
    LINK_CHECK: 'off',
  }
  expect(parseEditorConfig(env)).toEqual({
    previewSecret: env.PREVIEW_SECRET,
    webhookSecret: env.CONTENTFUL_WEBHOOK_SECRET,
    deployHook: env.DEPLOY_HOOK_URL,
    editors: ['https://one.example', 'http://127.0.0.1:4000'],
    asksLinks: false,
  })
})

test.each([
  ['PREVIEW_SECRET', 'short', /^PREVIEW_SECRET must be at least 16 characters/],
  ['PREVIEW_SECRET', 'long enough but with spaces', /without spaces/],
  ['CONTENTFUL_WEBHOOK_SECRET', 'tooShort', /^CONTENTFUL_WEBHOOK_SECRET .* 64 characters/],
  ['DEPLOY_HOOK_URL', 'http://deploy.example/hook', /^DEPLOY_HOOK_URL must be an https address/],
  ['LINK_CHECK', 'no', /^LINK_CHECK must be off/],
  ['PREVIEW_EDITORS', 'https://one.example/path', /^PREVIEW_EDITORS "https:\/\/one.example\/path" is no origin/],
])('%s=%s stops with the name of the variable and what to set', (name, value, message) => {
  expect(() => parseEditorConfig({ [name]: value })).toThrow(message)
})

test('a deploy hook that nobody would ever call stops the start; the local Contentful has a secret of its own', () => {
  const DEPLOY_HOOK_URL = 'https://deploy.example/hook'
  const real = { DEPLOY_HOOK_URL, VITE_CONTENTFUL_GRAPHQL: 'https://graphql.contentful.com/content/v1/spaces/a' }
  expect(() => parseEditorConfig(real)).toThrow(/^DEPLOY_HOOK_URL is set, and without CONTENTFUL_WEBHOOK_SECRET/)
  expect(parseEditorConfig({ ...real, CONTENTFUL_WEBHOOK_SECRET: 'a'.repeat(64) }).deployHookUrl).toBe(DEPLOY_HOOK_URL)
  expect(parseEditorConfig({ DEPLOY_HOOK_URL }).deployHookUrl).toBe(DEPLOY_HOOK_URL)
})

test('a secret that is refused is not printed', () => {
  expect(() => parseEditorConfig({ PREVIEW_SECRET: 'tiny-secret' })).toThrow(/^(?!.*tiny-secret)/)
})
