import { expect, test } from 'vitest'
import { createAccessError, type EnvVariables, getLocalConnection, parseConnection } from './space-connections.ts'

const TOKEN = 'not-a-real-one'

const APIS = [
  ['delivery', 'CONTENTFUL_DELIVERY_TOKEN', 'cdn.contentful.com'],
  ['preview', 'CONTENTFUL_PREVIEW_TOKEN', 'preview.contentful.com'],
  ['management', 'CONTENTFUL_MANAGEMENT_TOKEN', 'api.contentful.com'],
] as const

test.each(APIS)('parses the connection to the %s API', (api, variable, host) => {
  const parse = (variables: EnvVariables) => parseConnection(variables, api)
  const env = { CONTENTFUL_SPACE_ID: 'abc123', [variable]: TOKEN }
  const connection = { api, host, basePath: '', insecure: false, spaceId: 'abc123', token: TOKEN }
  expect(parse(env)).toEqual({ ...connection, environmentId: 'master' })
  expect(parse({ ...env, CONTENTFUL_ENVIRONMENT: 'staging' })).toEqual({ ...connection, environmentId: 'staging' })
  expect(parse({ PATH: '/bin', CONTENTFUL_SPACE_ID: '', [variable]: '' })).toBeNull()
})

const real = { CONTENTFUL_SPACE_ID: 'abc123', CONTENTFUL_DELIVERY_TOKEN: TOKEN }

test('a connection to the preview API requires its own token', () =>
  expect(() => parseConnection(real, 'preview')).toThrow(/^CONTENTFUL_PREVIEW_TOKEN is not set/))

test.each([
  [{ CONTENTFUL_DELIVERY_TOKEN: TOKEN }, /^CONTENTFUL_SPACE_ID is not set, but CONTENTFUL_DELIVERY_TOKEN is: set it/],
  [
    { CONTENTFUL_SPACE_ID: 'abc' },
    /^CONTENTFUL_DELIVERY_TOKEN is not set, but CONTENTFUL_SPACE_ID is: set it to a content delivery token of the space, or unset all to use the local Contentful$/,
  ],
  [{ CONTENTFUL_ENVIRONMENT: 'staging' }, /^CONTENTFUL_SPACE_ID is not set, but CONTENTFUL_ENVIRONMENT is: set it/],
  [{ ...real, CONTENTFUL_SPACE_ID: 'a b' }, /^CONTENTFUL_SPACE_ID must be an id/],
  [{ ...real, CONTENTFUL_ENVIRONMENT: 'master/' }, /^CONTENTFUL_ENVIRONMENT must be an id/],
  [{ ...real, CONTENTFUL_DELIVERY_TOKEN: `${TOKEN}\n` }, /^CONTENTFUL_DELIVERY_TOKEN must be a token/],
])('rejects %j in one line with the variable and without the token', (env, line) => {
  expect(() => parseConnection(env, 'delivery')).toThrow(line)
  expect(() => parseConnection(env, 'delivery')).not.toThrow(TOKEN)
  expect(() => parseConnection(env, 'delivery')).not.toThrow(/\n/)
})

test.each([
  [
    401,
    /^Contentful does not accept the token: set CONTENTFUL_DELIVERY_TOKEN to a content delivery token of the space$/,
  ],
  [403, /^CONTENTFUL_DELIVERY_TOKEN has no permission for this in the environment "master" of .+: Because\.$/],
  [404, /correct CONTENTFUL_SPACE_ID, CONTENTFUL_ENVIRONMENT or CONTENTFUL_DELIVERY_TOKEN$/],
])('describes the fix for a %i response in one line without the token', (status, line) => {
  const connection = parseConnection(real, 'delivery')
  if (!connection) throw new Error('the variables are set')
  expect(createAccessError(connection, status, 'Because.').lines).toEqual([expect.stringMatching(line)])
  expect(String(createAccessError(connection, status, 'Because.'))).not.toContain(TOKEN)
})

test('describes the fix for a missing environment of the local Contentful', () => {
  const connection = { ...getLocalConnection('http://127.0.0.1:4000', 'management'), environmentId: 'copy' }
  expect(createAccessError(connection, 404, '').message).toMatch(/has no environment "copy": create it/)
})

test('the local Contentful says itself what to do about a disk that is full', () => {
  const connection = getLocalConnection('http://127.0.0.1:4000', 'management')
  const reason = 'There is no space left in .contentful: free some on its disk'
  expect(createAccessError(connection, 403, reason).message).toBe(reason)
})
