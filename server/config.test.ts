import { describe, expect, test } from 'vitest'
import { backendConfig } from './config.ts'

const REAL = { SMTP_URL: 'smtps://u:p@mail.example', MAIL_FROM: 'web@site.example', MAIL_TO: 'office@site.example' }

const DAY = 24 * 60 * 60_000

test('without any variable the backend runs on this machine alone', () => {
  expect(backendConfig({})).toMatchObject({
    isProduction: false,
    host: '127.0.0.1',
    database: { file: '.backend/backend.sqlite' },
    transport: { folder: '.backend/outbox' },
    captcha: undefined,
    trustedProxies: [],
    sessionLifetime: 3_600_000,
    retention: { messages: undefined, spam: 30 * DAY },
  })
})

test('an empty variable is one that is not set', () => {
  expect(backendConfig({ DATABASE_URL: '', BACKEND_PORT: '', SITE_ORIGINS: '' })).toEqual(backendConfig({}))
})

test('real parts are taken where they are named', () => {
  const config = backendConfig({
    ...REAL,
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://site@db.example/site',
    CAPTCHA_SECRET: 's3cret',
    SITE_ORIGINS: 'https://site.example, https://www.site.example',
    TRUSTED_PROXIES: '10.0.0.0/8',
  })
  expect(config).toMatchObject({
    isProduction: true,
    database: { url: 'postgres://site@db.example/site' },
    transport: { smtp: REAL.SMTP_URL },
    mail: { from: 'web@site.example', to: 'office@site.example' },
    captcha: { secret: 's3cret', hostnames: ['site.example', 'www.site.example'], minScore: 0.5 },
    origins: ['https://site.example', 'https://www.site.example'],
    trustedProxies: ['10.0.0.0/8'],
  })
})

test.each([
  [{ RETENTION_DAYS: '365' }, { messages: 365 * DAY, spam: 30 * DAY }],
  [{ RETENTION_DAYS: '7' }, { messages: 7 * DAY, spam: 7 * DAY }],
  [
    { RETENTION_DAYS: '7', SPAM_RETENTION_DAYS: '2' },
    { messages: 7 * DAY, spam: 2 * DAY },
  ],
  [{ SPAM_RETENTION_DAYS: '365' }, { messages: undefined, spam: 365 * DAY }],
])('%o keeps no spam longer than other messages', (env, retention) => {
  expect(backendConfig(env).retention).toEqual(retention)
})

describe('what is wrong is named, with what to set', () => {
  test.each([
    [{ NODE_ENV: 'production', ...REAL }, /^CAPTCHA_SECRET: is missing; set/],
    [{ SMTP_URL: REAL.SMTP_URL }, /^MAIL_FROM: is missing; set .*\nMAIL_TO: is missing; set/],
    [{ SMTP_URL: 'mail.example' }, /^SMTP_URL: set a mail server’s address/],
    [{ ...REAL, MAIL_TO: 'office' }, /^MAIL_TO: set one e-mail address/],
    [{ DATABASE_URL: 'mysql://db' }, /^DATABASE_URL: set a PostgreSQL address/],
    [{ BACKEND_PORT: 'http' }, /^BACKEND_PORT: set a whole number from 0 to 65535/],
    [{ BACKEND_PORT: '65536' }, /^BACKEND_PORT: set a whole number from 0 to 65535/],
    [{ SESSION_MINUTES: '1.5' }, /^SESSION_MINUTES: set a whole number/],
    [{ RETENTION_DAYS: '0' }, /^RETENTION_DAYS: set a whole number of days from 1 to 36500/],
    [{ RETENTION_DAYS: '30d' }, /^RETENTION_DAYS: set a whole number of days from 1 to 36500/],
    [{ SPAM_RETENTION_DAYS: '1.5' }, /^SPAM_RETENTION_DAYS: set a whole number from 1 to 36500/],
    [{ CAPTCHA_MIN_SCORE: '2' }, /^CAPTCHA_MIN_SCORE: set a number from 0 to 1/],
    [{ SITE_ORIGINS: 'https://site.example/' }, /^SITE_ORIGINS.*"https:\/\/site.example\/" is no origin; set/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL: set one of fatal/],
    [{ TRUSTED_PROXIES: 'nginx' }, /^TRUSTED_PROXIES.*"nginx" is no address/],
  ])('%o', (env, message) => {
    expect(() => backendConfig(env)).toThrow(message)
  })

  test('a password of an address that is wrong is not repeated', () => {
    expect(() => backendConfig({ SMTP_URL: 'ftp://u:p4ss@mail.example' })).toThrow(/^(?!.*p4ss)/s)
  })
})
