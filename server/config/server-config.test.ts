import { fastify } from 'fastify'
import { describe, expect, test } from 'vitest'
import { PRODUCTION_ENV } from '#tests/setup/backend.ts'
import { parseDraftSource, parseEditorConfig } from './editor-config.ts'
import { RATE_LIMITS } from './rate-limits.ts'
import { parseServerConfig } from './server-config.ts'

const DAY_MS = 24 * 60 * 60_000

test('§10.2 §12.4 without variables the server is reachable on this machine only', () => {
  expect(parseServerConfig({})).toEqual({
    ...{ isProduction: false, host: '127.0.0.1', port: 3000, captcha: undefined, trustedProxies: [] },
    ...{ database: { file: '.backend/backend.sqlite' }, emailTransport: { folder: '.backend/outbox' } },
    ...{ sessionLifetimeMs: 3_600_000, contentCheckMs: 590_000, logLevel: 'info', metrics: undefined },
    ...{ releasesFolder: 'releases', dataFolder: '.backend', cookieDomain: undefined, healthToken: undefined },
    email: { from: 'website@blackland.example', to: 'office@blackland.example' },
    origins: ['http://127.0.0.1:3000', 'http://localhost:3000'],
    rateLimits: RATE_LIMITS,
    retention: { messagesMs: undefined, spamMs: 30 * DAY_MS },
  })
})

test('uses each configured value', () => {
  const config = parseServerConfig({
    ...PRODUCTION_ENV,
    DATABASE_URL: 'postgres://site@db.example/site',
    SITE_ORIGINS: 'https://site.example, https://www.site.example',
    TRUSTED_PROXIES: '10.0.0.0/8, ::1',
    ...{ MAIL_FROM: 'robot@site.example', MAIL_TO: 'boss@site.example' },
    ...{ HOST: '0.0.0.0', PORT: '8080', RELEASES_FOLDER: '/srv/releases', BACKEND_FOLDER: '/srv/data' },
    ...{ METRICS_HOST: '10.0.0.7', METRICS_PORT: '9464', HEALTH_TOKEN: 'sixteen-letters.', LOG_LEVEL: 'error' },
    ...{ COOKIE_DOMAIN: 'site.example', CONTENT_CHECK_MINUTES: '5', RETENTION_DAYS: '40', MESSAGES_PER_DAY: '2500' },
  })
  expect(config).toEqual({
    ...{ isProduction: true, host: '0.0.0.0', port: 8080, releasesFolder: '/srv/releases', dataFolder: '/srv/data' },
    ...{ metrics: { host: '10.0.0.7', port: 9464 }, healthToken: 'sixteen-letters.', logLevel: 'error' },
    ...{ cookieDomain: 'site.example', contentCheckMs: 290_000, sessionLifetimeMs: 3_600_000, rateLimits: RATE_LIMITS },
    retention: { messagesMs: 40 * DAY_MS, spamMs: 30 * DAY_MS },
    database: { url: 'postgres://site@db.example/site' },
    emailTransport: { smtp: PRODUCTION_ENV.SMTP_URL },
    email: { from: 'robot@site.example', to: 'boss@site.example' },
    captcha: {
      ...{ secret: PRODUCTION_ENV.CAPTCHA_SECRET, verifyUrl: 'https://www.google.com/recaptcha/api/siteverify' },
      ...{ hostnames: ['site.example', 'www.site.example'], minScore: 0.5 },
    },
    origins: ['https://site.example', 'https://www.site.example'],
    trustedProxies: ['10.0.0.0/8', '::1'],
  })
})

test.each([
  ['31', { messagesMs: 31 * DAY_MS, spamMs: 30 * DAY_MS }],
  ['7', { messagesMs: 7 * DAY_MS, spamMs: 7 * DAY_MS }],
])('§12.31 with RETENTION_DAYS %s spam is deleted no later than other messages', (RETENTION_DAYS, retention) => {
  expect(parseServerConfig({ RETENTION_DAYS }).retention).toEqual(retention)
})

test.each([
  { DATABASE_URL: 'postgres:///site?host=/run/postgresql' },
  { DATABASE_URL: 'postgres://site:100%25@db.example/site' },
  { HOST: '::' },
  { SITE_ORIGINS: 'https://site.example,https://www.site.example', COOKIE_DOMAIN: 'site.example' },
  // Outside production the captcha provider may be on this machine, and its score does not matter.
  { CAPTCHA_SECRET: 'x', CAPTCHA_VERIFY_URL: 'http://127.0.0.1:9/', CAPTCHA_MIN_SCORE: '0' },
  { ...PRODUCTION_ENV, SITE_ORIGINS: 'http://127.0.0.1:3000,http://localhost:3000,http://[::1]:3000' },
])('accepts %o', (env) => {
  expect(() => parseServerConfig(env)).not.toThrow()
})

test.each([
  { DATABASE_URL: 'mysql://u:p4ss@db.example/x' },
  { DATABASE_URL: 'postgres://u:p4ss%@db.example/x' },
  { SMTP_URL: 'smtp://u:p4ss%@mail.example' },
  { SITE_ORIGINS: 'https://u:p4ss@site.example' },
  { TRUSTED_PROXIES: 'postgres://u:p4ss@db.example' },
  { ...PRODUCTION_ENV, CAPTCHA_SECRET: 'p4ss' },
  { COOKIE_DOMAIN: 'u:p4ss@site.example' },
  { NODE_ENV: 'p4ss', LOG_LEVEL: 'p4ss', MAIL_TO: 'p4ss', PORT: 'p4ss' },
  { PREVIEW_SECRET: 'p4ss', CONTENTFUL_WEBHOOK_SECRET: 'p4ss' },
])('the error does not repeat a secret: %o', (env) => {
  const parse = () => [parseServerConfig(env), parseEditorConfig(env)]
  expect(parse).toThrow(/^(?!.*p4ss)/s)
})

describe('rate limits', () => {
  const getLimit = (env: Readonly<Record<string, string>>, name: string) =>
    parseServerConfig(env).rateLimits.find((limit) => limit.name === name)?.max

  test('are those of their table, and set by their variables, others in proportion', () => {
    expect(getLimit({ MESSAGES_PER_DAY: '7' }, 'MESSAGES_PER_DAY')).toBe(7)
    const env = { LOGINS_PER_ADDRESS: '30' }
    expect(getLimit(env, 'LOGINS_PER_ADDRESS')).toBe(30)
    expect(getLimit(env, 'LOGINS_PER_ADDRESS_PER_HOUR')).toBe(300)
    expect(getLimit(env, 'LOGINS_PER_NETWORK_PER_HOUR')).toBe(1_500)
    expect(getLimit(env, 'LOGIN_REQUESTS_PER_ADDRESS')).toBe(450)
  })

  test.each([
    {},
    { MESSAGES_PER_DAY: '999' },
    { MESSAGES_PER_ADDRESS_PER_DAY: '1000' },
    { MESSAGES_PER_DAY: '100000', MESSAGES_PER_ADDRESS_PER_DAY: '5000' },
  ])('§12.24 a network has 2 %% of the messages of all visitors, and an address no more: %o', (env) => {
    const all = getLimit(env, 'MESSAGES_PER_DAY') ?? 0
    const network = getLimit(env, 'MESSAGES_PER_NETWORK_PER_DAY') ?? 0
    expect(network).toBe(Math.floor(all / 50))
    expect(getLimit(env, 'MESSAGES_PER_ADDRESS_PER_DAY')).toBeLessThanOrEqual(network)
  })
})

const parseProxies = (TRUSTED_PROXIES: string) => parseServerConfig({ TRUSTED_PROXIES }).trustedProxies

test.each([
  ...['0.0.0.0/1', '8.0.0.0/8', '10.0.0.0/7', '192.0.0.0/8', '::/0', '2000::/16', 'fc00::/6', '::ffff:10.0.0.0/104'],
])('refuses the wide range %s', (range) => {
  expect(() => parseProxies(`127.0.0.1, ${range}`)).toThrow(/^TRUSTED_PROXIES: ".*" .*; set .*10\.0\.0\.0\/8$/)
})

test.each([
  ...['10.0.0.0/8', '172.16.0.0/12', '100.64.0.0/10', 'fc00::/7', '104.16.0.0/13', '2a06:98c0::/29', '::ffff:10.0.0.1'],
])('accepts %s, as Fastify does', (range) => {
  expect(() => fastify({ trustProxy: [...parseProxies(range)] })).not.toThrow()
})

test('drafts are read with the preview token, published content with the site’s token, and neither without a secret; links are checked unless that is off', () => {
  const env = {
    PREVIEW_SECRET: 'sixteen-letters!',
    CONTENTFUL_SPACE_ID: 'abc',
    CONTENTFUL_PREVIEW_TOKEN: 'preview-token',
    VITE_CONTENTFUL_GRAPHQL: 'https://graphql.contentful.com/content/v1/spaces/abc/environments/master',
    CONTENTFUL_DELIVERY_TOKEN: 'delivery-token',
  }
  const former = { ...env, CONTENTFUL_DELIVERY_TOKEN: '', VITE_CONTENTFUL_TOKEN: 'delivery-token' }
  for (const each of [{ ...env, VITE_CONTENTFUL_TOKEN: 'former' }, former])
    expect(parseDraftSource(each, parseEditorConfig(each)).drafts).toMatchObject({
      secret: env.PREVIEW_SECRET,
      graphql: { url: env.VITE_CONTENTFUL_GRAPHQL, token: 'preview-token' },
      preview: { host: 'preview.contentful.com', token: 'preview-token', spaceId: 'abc', environmentId: 'master' },
      delivery: { host: 'cdn.contentful.com', token: 'delivery-token', spaceId: 'abc', environmentId: 'master' },
      editorOrigins: ['https://app.contentful.com', 'https://app.eu.contentful.com'],
    })
  expect(parseDraftSource(env, parseEditorConfig({}))).toEqual({})
  expect([{}, { LINK_CHECK: 'off' }].map((each) => parseEditorConfig(each).shouldCheckLinks)).toEqual([true, false])
})
