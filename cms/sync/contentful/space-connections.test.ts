import { describe, expect, test } from 'vitest'
import {
  createDeliveryAccessError,
  createManagementAccessError,
  getLocalDeliveryConnection,
  getLocalManagementConnection,
  getLocalPreviewConnection,
  parseDeliveryConnection,
  parseManagementConnection,
  parsePreviewConnection,
} from './space-connections.ts'

const TOKEN = 'not-a-real-one'
const real = { CONTENTFUL_SPACE_ID: 'abc123', CONTENTFUL_DELIVERY_TOKEN: TOKEN }

test('returns null when no variable is set', () => {
  expect(parseDeliveryConnection({ PATH: '/bin' })).toBeNull()
  expect(parseDeliveryConnection({ CONTENTFUL_SPACE_ID: '', CONTENTFUL_DELIVERY_TOKEN: '' })).toBeNull()
})

test('uses the environment master by default', () => {
  const connection = {
    host: 'cdn.contentful.com',
    basePath: '',
    insecure: false,
    spaceId: 'abc123',
    environmentId: 'master',
    deliveryToken: TOKEN,
    tokenVariable: { name: 'CONTENTFUL_DELIVERY_TOKEN', description: 'a content delivery token of the space' },
  }
  expect(parseDeliveryConnection(real)).toEqual(connection)
  expect(parseDeliveryConnection({ ...real, CONTENTFUL_ENVIRONMENT: 'staging' })).toEqual({
    ...connection,
    environmentId: 'staging',
  })
})

test.each([
  [{ CONTENTFUL_DELIVERY_TOKEN: TOKEN }, /^CONTENTFUL_SPACE_ID is not set, but CONTENTFUL_DELIVERY_TOKEN is: set it/],
  [{ CONTENTFUL_SPACE_ID: 'abc' }, /^CONTENTFUL_DELIVERY_TOKEN is not set, but CONTENTFUL_SPACE_ID is: set it/],
  [{ CONTENTFUL_ENVIRONMENT: 'staging' }, /^CONTENTFUL_SPACE_ID is not set, but CONTENTFUL_ENVIRONMENT is: set it/],
  [{ ...real, CONTENTFUL_SPACE_ID: 'a b' }, /^CONTENTFUL_SPACE_ID must be an id/],
  [{ ...real, CONTENTFUL_ENVIRONMENT: 'master/' }, /^CONTENTFUL_ENVIRONMENT must be an id/],
  [{ ...real, CONTENTFUL_DELIVERY_TOKEN: `${TOKEN}\n` }, /^CONTENTFUL_DELIVERY_TOKEN must be a token/],
])('rejects %j in one line with the variable and without the token', (env, line) => {
  expect(() => parseDeliveryConnection(env)).toThrow(line)
  expect(() => parseDeliveryConnection(env)).not.toThrow(TOKEN)
  expect(() => parseDeliveryConnection(env)).not.toThrow(/\n/)
})

test.each([
  [
    401,
    /^Contentful does not accept the token .*: set CONTENTFUL_DELIVERY_TOKEN to a content delivery token of the space$/,
  ],
  [
    403,
    /^Contentful does not accept the token .*: set CONTENTFUL_DELIVERY_TOKEN to a content delivery token of the space$/,
  ],
  [404, /correct CONTENTFUL_SPACE_ID, CONTENTFUL_ENVIRONMENT or CONTENTFUL_DELIVERY_TOKEN$/],
  [503, /^cdn\.contentful\.com responded with 503 \(Because\.\): try again later$/],
])('describes the fix for a %i response in one line without the token', (status, line) => {
  const connection = parseDeliveryConnection(real)
  if (!connection) throw new Error('the variables are set')
  expect(createDeliveryAccessError(connection, status, 'Because.').lines).toEqual([expect.stringMatching(line)])
  expect(String(createDeliveryAccessError(connection, status, 'Because.'))).not.toContain(TOKEN)
})

test('returns the Delivery API of the local Contentful', () => {
  expect(getLocalDeliveryConnection('http://127.0.0.1:4000')).toMatchObject({
    host: '127.0.0.1:4000',
    basePath: '/cdn',
    insecure: true,
  })
})

test('parses the Preview API connection with the preview token', () => {
  const env = { CONTENTFUL_SPACE_ID: 'abc123', CONTENTFUL_PREVIEW_TOKEN: TOKEN }
  const connection = parsePreviewConnection(env)
  if (!connection) throw new Error('the variables are set')
  expect(connection).toMatchObject({ host: 'preview.contentful.com', spaceId: 'abc123', deliveryToken: TOKEN })
  expect(createDeliveryAccessError(connection, 401, 'Because.').message).toMatch(
    /set CONTENTFUL_PREVIEW_TOKEN to a content preview token of the space$/,
  )
  expect(() => parsePreviewConnection(real)).toThrow(/^CONTENTFUL_PREVIEW_TOKEN is not set, but CONTENTFUL_SPACE_ID/)
  expect(getLocalPreviewConnection('http://127.0.0.1:4000')).toMatchObject({
    host: '127.0.0.1:4000',
    basePath: '/preview',
    insecure: true,
  })
})

describe('parseManagementConnection', () => {
  const TOKEN = 'CFPAT-not-a-real-one'
  const real = { CONTENTFUL_SPACE_ID: 'abc123', CONTENTFUL_MANAGEMENT_TOKEN: TOKEN }

  test('returns null when no variable is set', () => {
    expect(parseManagementConnection({ PATH: '/bin' })).toBeNull()
    expect(parseManagementConnection({ CONTENTFUL_SPACE_ID: '', CONTENTFUL_MANAGEMENT_TOKEN: '' })).toBeNull()
  })

  test('uses the environment master by default', () => {
    const connection = {
      host: 'api.contentful.com',
      insecure: false,
      spaceId: 'abc123',
      environmentId: 'master',
      managementToken: TOKEN,
    }
    expect(parseManagementConnection(real)).toEqual(connection)
    expect(parseManagementConnection({ ...real, CONTENTFUL_ENVIRONMENT: 'staging' })).toEqual({
      ...connection,
      environmentId: 'staging',
    })
  })

  test.each([
    [
      { CONTENTFUL_MANAGEMENT_TOKEN: TOKEN },
      /^CONTENTFUL_SPACE_ID is not set, but CONTENTFUL_MANAGEMENT_TOKEN is: set it/,
    ],
    [{ CONTENTFUL_SPACE_ID: 'abc' }, /^CONTENTFUL_MANAGEMENT_TOKEN is not set, but CONTENTFUL_SPACE_ID is: set it/],
    [{ CONTENTFUL_ENVIRONMENT: 'staging' }, /^CONTENTFUL_SPACE_ID is not set, but CONTENTFUL_ENVIRONMENT is: set it/],
    [{ ...real, CONTENTFUL_SPACE_ID: 'a b' }, /^CONTENTFUL_SPACE_ID must be an id/],
    [{ ...real, CONTENTFUL_ENVIRONMENT: 'master/' }, /^CONTENTFUL_ENVIRONMENT must be an id/],
    [{ ...real, CONTENTFUL_MANAGEMENT_TOKEN: `${TOKEN}\n` }, /^CONTENTFUL_MANAGEMENT_TOKEN must be a token/],
  ])('rejects %j in one line with the variable and without the token', (env, line) => {
    expect(() => parseManagementConnection(env)).toThrow(line)
    expect(() => parseManagementConnection(env)).not.toThrow(TOKEN)
    expect(() => parseManagementConnection(env)).not.toThrow(/\n/)
  })

  test('returns the Management API of the local Contentful', () => {
    expect(getLocalManagementConnection('http://127.0.0.1:4000')).toMatchObject({
      host: '127.0.0.1:4000',
      insecure: true,
    })
  })

  test.each([
    [401, 'CONTENTFUL_MANAGEMENT_TOKEN'],
    [403, 'CONTENTFUL_MANAGEMENT_TOKEN'],
    [404, 'CONTENTFUL_SPACE_ID'],
  ])('describes the fix for a %i response with %s', (status, variable) => {
    const connection = parseManagementConnection(real)
    if (!connection) throw new Error('the variables are set')
    const { lines } = createManagementAccessError(connection, status, 'Because.')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(variable)
    expect(lines[0]).not.toContain(TOKEN)
  })
})
