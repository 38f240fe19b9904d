import { describe, expect, test } from 'vitest'
import {
  createManagementAccessError,
  getLocalManagementConnection,
  parseManagementConnection,
  parseRequestsPerSecond,
} from './management-connection.ts'

const TOKEN = 'CFPAT-not-a-real-one'
const real = { CONTENTFUL_SPACE_ID: 'abc123', CONTENTFUL_MANAGEMENT_TOKEN: TOKEN }

test('no variable, or only empty ones, mean the local Contentful', () => {
  expect(parseManagementConnection({ PATH: '/bin' })).toBeNull()
  expect(parseManagementConnection({ CONTENTFUL_SPACE_ID: '', CONTENTFUL_MANAGEMENT_TOKEN: '' })).toBeNull()
})

test('space and token mean the real space, and its master environment unless another is named', () => {
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
])('%j: one line that names the variable and not the token', (env, line) => {
  expect(() => parseManagementConnection(env)).toThrow(line)
  expect(() => parseManagementConnection(env)).not.toThrow(TOKEN)
  expect(() => parseManagementConnection(env)).not.toThrow(/\n/)
})

describe('CONTENTFUL_REQUESTS_PER_SECOND', () => {
  test('is optional', () => {
    expect(parseRequestsPerSecond({})).toBeUndefined()
    expect(parseRequestsPerSecond({ CONTENTFUL_REQUESTS_PER_SECOND: '7' })).toBe(7)
  })

  test.each(['0', '-1', '2.5', '101', 'fast', 'Infinity'])('is refused as %s', (CONTENTFUL_REQUESTS_PER_SECOND) => {
    expect(() => parseRequestsPerSecond({ CONTENTFUL_REQUESTS_PER_SECOND })).toThrow(
      /^CONTENTFUL_REQUESTS_PER_SECOND is ".+": set it to a whole number from 1 to 100/,
    )
  })
})

test('the local Contentful is reached by http at its own address', () => {
  expect(getLocalManagementConnection('http://127.0.0.1:4000')).toMatchObject({
    host: '127.0.0.1:4000',
    insecure: true,
  })
})

test.each([
  [401, 'CONTENTFUL_MANAGEMENT_TOKEN'],
  [403, 'CONTENTFUL_MANAGEMENT_TOKEN'],
  [404, 'CONTENTFUL_SPACE_ID'],
])('Contentful answers %i: the line names %s', (status, variable) => {
  const connection = parseManagementConnection(real)
  if (!connection) throw new Error('the variables are set')
  const { lines } = createManagementAccessError(connection, status, 'Because.')
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(variable)
  expect(lines[0]).not.toContain(TOKEN)
})
