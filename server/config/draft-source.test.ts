import { expect, test } from 'vitest'
import { parseDraftSource } from './draft-source.ts'
import { parseEditorConfig } from './editor-config.ts'

const env = {
  PREVIEW_SECRET: 'sixteen-letters!',
  CONTENTFUL_SPACE_ID: 'abc',
  CONTENTFUL_PREVIEW_TOKEN: 'preview-token',
  VITE_CONTENTFUL_GRAPHQL: 'https://graphql.contentful.com/content/v1/spaces/abc/environments/master',
  VITE_CONTENTFUL_TOKEN: 'delivery-token',
}
const drafts = (variables: Readonly<Record<string, string | undefined>>) =>
  parseDraftSource(variables, parseEditorConfig(variables))

test('without a secret there is no preview', () => {
  expect(drafts({ ...env, PREVIEW_SECRET: undefined })).toEqual({})
})

test('drafts come with the preview token, what is published with the site’s own', () => {
  expect(drafts(env).drafts).toMatchObject({
    secret: env.PREVIEW_SECRET,
    graphql: { url: env.VITE_CONTENTFUL_GRAPHQL, token: 'preview-token' },
    preview: { host: 'preview.contentful.com', deliveryToken: 'preview-token' },
    delivery: { host: 'cdn.contentful.com', deliveryToken: 'delivery-token' },
    editors: expect.arrayContaining(['https://app.contentful.com']),
  })
})

test.each(['CONTENTFUL_SPACE_ID', 'CONTENTFUL_PREVIEW_TOKEN'])('a secret without %s stops with what to set', (name) => {
  expect(() => drafts({ ...env, [name]: undefined })).toThrow(/CONTENTFUL_SPACE_ID and CONTENTFUL_PREVIEW_TOKEN/)
})
