import { expect, test } from 'vitest'
import { parseFaults } from './fault-settings.ts'

test('fills in the defaults', () => {
  expect(parseFaults({ latency: { milliseconds: 5 }, serverErrors: {}, graphqlErrors: { first: 1 } })).toEqual({
    latency: { milliseconds: 5 },
    serverErrors: { status: 503, when: 'before' },
    graphqlErrors: { links: 'half', first: 1 },
  })
  expect(parseFaults({})).toEqual({})
})

test.each([
  [{ latancy: {} }, /unknown key latancy, expected latency, rateLimit, .*limits/],
  [{ latency: { ms: 5 } }, /latency: unknown key ms, expected milliseconds, apis, first, every/],
  [{ latency: {} }, /latency.milliseconds: .*expected number/],
  [{ latency: { milliseconds: -1 } }, /latency.milliseconds: .*>=0/],
  [{ serverErrors: { status: 404 } }, /serverErrors.status: .*500\|502\|503\|504/],
  [{ serverErrors: { when: 'later' } }, /serverErrors.when: .*"before"\|"after"/],
  [{ html: { apis: ['rest'] } }, /html.apis.0: .*"management"\|.*"images"/],
  [{ html: { apis: [] } }, /html.apis: /],
  [{ html: { first: 1, every: 2 } }, /html: only one of first and every/],
  [{ expiredTokens: { apis: ['images'] } }, /expiredTokens.apis.0: /],
  [{ graphqlErrors: { apis: ['delivery'] } }, /graphqlErrors.apis.0: .*"graphql"/],
  [{ limits: { requests: 3 } }, /limits: unknown key requests, expected contentTypes, /],
  [{ limits: { managementRequestsPerSecond: 0 } }, /limits.managementRequestsPerSecond: .*>=1/],
  [null, /the request: .*expected object/],
])('rejects %j with a message that names the allowed values', (body, line) => {
  expect(() => parseFaults(body)).toThrow(line)
})
