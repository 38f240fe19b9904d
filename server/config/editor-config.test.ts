import { expect, test } from 'vitest'
import { parseDraftSource, parseEditorConfig } from './editor-config.ts'

test('returns the values of the variables', () => {
  const env = {
    PREVIEW_SECRET: 'sixteen-letters!',
    CONTENTFUL_WEBHOOK_SECRET: 'a'.repeat(64),
    PREVIEW_EDITORS: 'https://one.example, http://127.0.0.1:4000',
    LINK_CHECK: 'off',
  }
  expect(parseEditorConfig(env)).toEqual({
    previewSecret: env.PREVIEW_SECRET,
    webhookSecret: env.CONTENTFUL_WEBHOOK_SECRET,
    editorOrigins: ['https://one.example', 'http://127.0.0.1:4000'],
    shouldCheckLinks: false,
  })
})

test('drafts are read with the preview token, published content with the site’s token, and neither without a secret', () => {
  const env = {
    PREVIEW_SECRET: 'sixteen-letters!',
    CONTENTFUL_SPACE_ID: 'abc',
    CONTENTFUL_PREVIEW_TOKEN: 'preview-token',
    VITE_CONTENTFUL_GRAPHQL: 'https://graphql.contentful.com/content/v1/spaces/abc/environments/master',
    CONTENTFUL_DELIVERY_TOKEN: 'delivery-token',
  }
  expect(parseDraftSource(env, parseEditorConfig(env)).drafts).toMatchObject({
    secret: env.PREVIEW_SECRET,
    graphql: { url: env.VITE_CONTENTFUL_GRAPHQL, token: 'preview-token' },
    preview: { host: 'preview.contentful.com', token: 'preview-token' },
    delivery: { host: 'cdn.contentful.com', token: 'delivery-token' },
    editorOrigins: expect.arrayContaining(['https://app.contentful.com']),
  })
  expect(parseDraftSource(env, parseEditorConfig({}))).toEqual({})
})
