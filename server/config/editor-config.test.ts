import { describe, expect, test } from 'vitest'
import { parseDraftSource, parseEditorConfig } from './editor-config.ts'

test('has no preview and no webhook without variables', () => {
  expect(parseEditorConfig({ PREVIEW_SECRET: '' })).toEqual({
    previewSecret: undefined,
    webhookSecret: undefined,
    deployHookUrl: undefined,
    editorOrigins: [],
    shouldCheckLinks: true,
  })
})

test('returns the values of the variables', () => {
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
    deployHookUrl: env.DEPLOY_HOOK_URL,
    editorOrigins: ['https://one.example', 'http://127.0.0.1:4000'],
    shouldCheckLinks: false,
  })
})

test.each([
  ['PREVIEW_SECRET', 'short', /^PREVIEW_SECRET must be at least 16 characters/],
  ['PREVIEW_SECRET', 'long enough but with spaces', /without spaces/],
  ['CONTENTFUL_WEBHOOK_SECRET', 'tooShort', /^CONTENTFUL_WEBHOOK_SECRET .* 64 characters/],
  ['DEPLOY_HOOK_URL', 'http://deploy.example/hook', /^DEPLOY_HOOK_URL must be an https address/],
  ['LINK_CHECK', 'no', /^LINK_CHECK must be off/],
  ['PREVIEW_EDITORS', 'https://one.example/path', /^PREVIEW_EDITORS "https:\/\/one.example\/path" is not an origin/],
])('throws for %s=%s with the name of the variable and what to set', (name, value, message) => {
  expect(() => parseEditorConfig({ [name]: value })).toThrow(message)
})

test('requires a webhook secret with a deploy hook, except for the local Contentful', () => {
  const DEPLOY_HOOK_URL = 'https://deploy.example/hook'
  const real = { DEPLOY_HOOK_URL, VITE_CONTENTFUL_GRAPHQL: 'https://graphql.contentful.com/content/v1/spaces/a' }
  expect(() => parseEditorConfig(real)).toThrow(/^DEPLOY_HOOK_URL is set, and webhooks need CONTENTFUL_WEBHOOK_SECRET/)
  expect(parseEditorConfig({ ...real, CONTENTFUL_WEBHOOK_SECRET: 'a'.repeat(64) }).deployHookUrl).toBe(DEPLOY_HOOK_URL)
  expect(parseEditorConfig({ DEPLOY_HOOK_URL }).deployHookUrl).toBe(DEPLOY_HOOK_URL)
})

test('does not repeat an invalid secret in the message', () => {
  expect(() => parseEditorConfig({ PREVIEW_SECRET: 'tiny-secret' })).toThrow(/^(?!.*tiny-secret)/)
})

describe('the draft source', () => {
  const ENV = {
    PREVIEW_SECRET: 'sixteen-letters!',
    CONTENTFUL_SPACE_ID: 'abc',
    CONTENTFUL_PREVIEW_TOKEN: 'preview-token',
    VITE_CONTENTFUL_GRAPHQL: 'https://graphql.contentful.com/content/v1/spaces/abc/environments/master',
    VITE_CONTENTFUL_TOKEN: 'delivery-token',
  }
  const parse = (variables: Readonly<Record<string, string | undefined>>) =>
    parseDraftSource(variables, parseEditorConfig(variables))

  test('is empty without a preview secret', () => {
    expect(parse({ ...ENV, PREVIEW_SECRET: undefined })).toEqual({})
  })

  test('reads drafts with the preview token and published content with the site’s token', () => {
    expect(parse(ENV).drafts).toMatchObject({
      secret: ENV.PREVIEW_SECRET,
      graphql: { url: ENV.VITE_CONTENTFUL_GRAPHQL, token: 'preview-token' },
      preview: { host: 'preview.contentful.com', deliveryToken: 'preview-token' },
      delivery: { host: 'cdn.contentful.com', deliveryToken: 'delivery-token' },
      editorOrigins: expect.arrayContaining(['https://app.contentful.com']),
    })
  })

  test.each(['CONTENTFUL_SPACE_ID', 'CONTENTFUL_PREVIEW_TOKEN'])('throws for a preview secret without %s', (name) => {
    expect(() => parse({ ...ENV, [name]: undefined })).toThrow(/CONTENTFUL_SPACE_ID and CONTENTFUL_PREVIEW_TOKEN/)
  })
})
