import { expect, test } from 'vitest'
import {
  createDeliveryAccessError,
  getLocalDeliveryConnection,
  getLocalPreviewConnection,
  parseDeliveryConnection,
  parsePreviewConnection,
} from './delivery-connection.ts'

const TOKEN = 'not-a-real-one'
const real = { CONTENTFUL_SPACE_ID: 'abc123', CONTENTFUL_DELIVERY_TOKEN: TOKEN }

test('no variable, or only empty ones, mean the local Contentful', () => {
  expect(parseDeliveryConnection({ PATH: '/bin' })).toBeNull()
  expect(parseDeliveryConnection({ CONTENTFUL_SPACE_ID: '', CONTENTFUL_DELIVERY_TOKEN: '' })).toBeNull()
})

test('space and token mean the real space, and its master environment unless another is named', () => {
  const connection = {
    host: 'cdn.contentful.com',
    basePath: '',
    insecure: false,
    spaceId: 'abc123',
    environmentId: 'master',
    deliveryToken: TOKEN,
    variable: { name: 'CONTENTFUL_DELIVERY_TOKEN', what: 'a content delivery token of the space' },
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
])('%j: one line that names the variable and not the token', (env, line) => {
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
  [503, /^cdn\.contentful\.com answers 503 \(Because\.\): try again later$/],
])('Contentful answers %i: one line with the remedy, without the token', (status, line) => {
  const connection = parseDeliveryConnection(real)
  if (!connection) throw new Error('the variables are set')
  expect(createDeliveryAccessError(connection, status, 'Because.').lines).toEqual([expect.stringMatching(line)])
  expect(String(createDeliveryAccessError(connection, status, 'Because.'))).not.toContain(TOKEN)
})

test('the local Contentful is read by http at its own address, beside its other APIs', () => {
  expect(getLocalDeliveryConnection('http://127.0.0.1:4000')).toMatchObject({
    host: '127.0.0.1:4000',
    basePath: '/cdn',
    insecure: true,
  })
})

test('drafts are read at the preview API’s own host, with the preview token', () => {
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
