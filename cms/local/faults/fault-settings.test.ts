import { expect, test } from 'vitest'
import { parseFaults } from './fault-settings.ts'

test('what is left unsaid is filled in', () => {
  expect(parseFaults({ latency: { milliseconds: 5 }, serverErrors: {}, graphqlErrors: { first: 1 } })).toEqual({
    latency: { milliseconds: 5, jitter: 0 },
    serverErrors: { status: 503, when: 'before' },
    graphqlErrors: { links: 0.5, first: 1 },
  })
  expect(parseFaults({})).toEqual({})
})

test.each([
  [{ latancy: {} }, /there is no latancy, but latency, rateLimit, .*limits/],
  [{ latency: { ms: 5 } }, /latency: there is no ms, but milliseconds, jitter, apis, share, seed, first, every/],
  [{ latency: {} }, /latency.milliseconds: .*expected number/],
  [{ latency: { milliseconds: -1 } }, /latency.milliseconds: .*>=0/],
  [{ serverErrors: { status: 404 } }, /serverErrors.status: .*500\|502\|503\|504/],
  [{ serverErrors: { when: 'later' } }, /serverErrors.when: .*"before"\|"after"/],
  [{ html: { apis: ['rest'] } }, /html.apis.0: .*"management"\|.*"images"/],
  [{ html: { apis: [] } }, /html.apis: /],
  [{ html: { share: 2 } }, /html.share: .*<=1/],
  [{ html: { share: 0.5, every: 2 } }, /html: one of share, first and every/],
  [{ html: { seed: 3 } }, /html: seed needs share/],
  [{ expiredTokens: { apis: ['images'] } }, /expiredTokens.apis.0: /],
  [{ graphqlErrors: { apis: ['delivery'] } }, /graphqlErrors.apis.0: .*"graphql"/],
  [{ limits: { requests: 3 } }, /limits: there is no requests, but contentTypes, /],
  [{ limits: { managementRequestsPerSecond: 0 } }, /limits.managementRequestsPerSecond: .*>=1/],
  [null, /the request: .*expected object/],
])('%j is refused in one line that says what may stand there', (body, line) => {
  expect(() => parseFaults(body)).toThrow(line)
})
