import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestFolder } from '#local-tests/test-folder.ts'
import { writeTestRelease } from '#tests/setup/server/site.ts'
import { findServerIssues } from './find-server-issues.ts'

const RELEASE_ENV = {
  VITE_SITE_URL: 'https://www.site.example',
  VITE_CAPTCHA_SITE_KEY: '6LdQ2pAq',
  VITE_CONTENTFUL_GRAPHQL: 'https://graphql.contentful.com/content/v1/spaces/abc/environments/master',
}

/** Every setting of a server that visitors reach. */
const VALID = {
  NODE_ENV: 'production',
  SITE_ORIGINS: 'https://www.site.example',
  TRUSTED_PROXIES: '127.0.0.1',
  SMTP_URL: 'smtps://user:t4mBq92x@mail.example',
  MAIL_FROM: 'website@site.example',
  MAIL_TO: 'office@site.example',
  CAPTCHA_SECRET: '6LdQ2pAqAAAAAK3vT0mW',
  PREVIEW_SECRET: '91c977b0f2a84d3e',
  CONTENTFUL_SPACE_ID: 'abc',
  CONTENTFUL_DELIVERY_TOKEN: 'delivery-token',
  CONTENTFUL_PREVIEW_TOKEN: 'preview-token',
  CONTENTFUL_WEBHOOK_SECRET: 'qT7w0ZbM3xKf9sLdR2vYhN8cJ5gPaU1eWi6oXtGkVmBrDzQnHyEjSlCuFpIA4O-_',
  HEALTH_TOKEN: '8d1e6a40c5b7f293',
  METRICS_PORT: '9464',
}

let folder: string

beforeAll(async () => {
  folder = await createTestFolder(afterAll)
  await writeTestRelease(join(folder, 'releases'), { env: RELEASE_ENV })
  await writeTestRelease(join(folder, 'http'), { env: { VITE_SITE_URL: 'http://site.example' } })
  await writeTestRelease(join(folder, 'unnamed'), { env: { VITE_CAPTCHA_SITE_KEY: '6LdQ2pAq' } })
  await writeTestRelease(join(folder, 'damaged'))
  await writeFile(join(folder, 'damaged/active.json'), '{"releases":["20200101T000000000Z-00000000"]}')
})

const find = (env: Readonly<Record<string, string>>, releases = 'releases') =>
  findServerIssues({ ...VALID, RELEASES_FOLDER: join(folder, releases), ...env })

/** The variables that lines begin with. */
const getNames = (lines: readonly string[]) => lines.map((line) => line.slice(0, line.indexOf(':')))

describe('a production server', () => {
  test.each(['SITE_ORIGINS', 'TRUSTED_PROXIES', 'SMTP_URL', 'MAIL_FROM', 'MAIL_TO', 'CAPTCHA_SECRET'])(
    'requires %s',
    async (name) => {
      for (const value of ['', '  ']) {
        const { errors } = await find({ [name]: value })
        expect(errors).toEqual([expect.stringMatching(`^${name}: is missing; set .+`)])
      }
    },
  )

  test('§12.11 is told everything that is missing or wrong at once, each setting once', async () => {
    const { errors } = await findServerIssues({
      NODE_ENV: 'prod',
      RELEASES_FOLDER: join(folder, 'http'),
      PORT: 'http',
      SITE_ORIGINS: 'site.example',
      MAIL_TO: 'office',
      PREVIEW_SECRET: 'short',
      HEALTH_TOKEN: 'short',
      API_URL: 'http://10.0.0.2:5000',
    })
    const expected = ['NODE_ENV', 'PORT', 'SMTP_URL', 'MAIL_FROM', 'MAIL_TO', 'CAPTCHA_SECRET', 'SITE_ORIGINS']
    const further = ['HEALTH_TOKEN', 'PREVIEW_SECRET', 'TRUSTED_PROXIES']
    const ofRelease = ['VITE_SITE_URL', 'VITE_CAPTCHA_SITE_KEY', 'API_URL']
    expect(getNames(errors)).toEqual([...expected, ...further, ...ofRelease])
  })

  test('§12.11 before the first build, the sample is told everything that has to be filled in, and nothing else', async () => {
    const sample = parseEnv(await readFile('deploy/production.env', 'utf8'))
    const { errors, warnings } = await findServerIssues({ NODE_ENV: 'production', ...sample })
    expect(getNames(errors).sort()).toEqual([
      ...['CAPTCHA_SECRET', 'CONTENTFUL_DELIVERY_TOKEN', 'MAIL_FROM', 'MAIL_TO', 'SITE_ORIGINS', 'SMTP_URL'],
      ...['VITE_CAPTCHA_SITE_KEY', 'VITE_CONTENTFUL_GRAPHQL', 'VITE_SITE_URL'],
    ])
    expect(getNames(warnings)).toEqual(['CONTENTFUL_WEBHOOK_SECRET'])
  })

  test.each([
    ['VITE_SITE_URL', '', /is missing; set the site’s https address/],
    ['VITE_SITE_URL', 'http://www.site.example', /www.site.example\/ is not https; set the site’s https address/],
    ['VITE_SITE_URL', 'https://other.example', /^SITE_ORIGINS: does not name https:\/\/other.example/],
    ['VITE_CAPTCHA_SITE_KEY', '', /is missing; set the public key of your captcha$/],
    ['VITE_CONTENTFUL_GRAPHQL', 'https://graphql.contentful.com/<space>', /has a <…> of the sample; set the id/],
    ['VITE_SECURITY_CONTACT', 'security@site.example', /is no address; set mailto:/],
    ['CONTENTFUL_DELIVERY_TOKEN', '', /is missing; set a Content Delivery API token/],
    ['CONTENTFUL_SPACE_ID', '', /^PREVIEW_SECRET: is set, and a preview needs CONTENTFUL_SPACE_ID/],
  ])('§12.11 before a build is told of %s=%s', async (name, value, message) => {
    const { errors } = await find({ ...RELEASE_ENV, [name]: value }, 'none')
    expect(errors).toEqual([expect.stringMatching(message)])
    if (!message.source.startsWith('^')) expect(errors[0]).toMatch(`${name}: `)
  })

  /** Each value is the only one that is wrong. */
  test.each([
    ['NODE_ENV', 'prod', /set production on a server/],
    ['HOST', 'localhost', /names two addresses; set 127.0.0.1/],
    ['HOST', '300.0.0.1', /is not an address/],
    ['PORT', 'http', /set a whole number from 0 to 65535/],
    ['PORT', '0x50', /set a whole number/],
    ['PORT', '9464', /^METRICS_PORT: is 9464, as PORT is; set two ports/],
    ['DATABASE_URL', 'mysql://db', /set a PostgreSQL address/],
    ['DATABASE_URL', 'postgres:///site', /names no host/],
    ['DATABASE_URL', 'postgres://site:100%@database/site', /write %25 for a %/],
    ['SMTP_URL', 'https://mail.example', /set a mail server’s address/],
    ['SMTP_URL', 'smtps://user:100%@mail.example', /write %25 for a %/],
    ['MAIL_FROM', 'website', /set one e-mail address/],
    ['MAIL_TO', 'office@site.example,boss@site.example', /set one e-mail address/],
    ['CAPTCHA_SECRET', 'fifteen-letters', /is shorter than 16/],
    ['CAPTCHA_SECRET', 'two words of a captcha', /or has spaces/],
    ['CAPTCHA_SECRET', 'x'.repeat(40), /is easy to guess/],
    ['CAPTCHA_SECRET', 'qwertyuiopasdfghjkl', /is easy to guess/],
    ['CAPTCHA_MIN_SCORE', '0', /set a number above 0/],
    ['CAPTCHA_MIN_SCORE', '1.1', /set a number above 0 and up to 1/],
    ['CAPTCHA_VERIFY_URL', 'http://captcha.example/verify', /is not https/],
    ['SITE_ORIGINS', 'www.site.example', /is not an origin/],
    ['SITE_ORIGINS', 'https://www.site.example/', /"https:\/\/www.site.example\/" is not an origin/],
    ['SITE_ORIGINS', 'https://www.site.example,http://site.example', /"http:\/\/site.example" is not https/],
    ['SITE_ORIGINS', 'https://www.site.example,http://localhost.site.example', /is not https/],
    ['SITE_ORIGINS', 'https://other.example', /does not name https:\/\/www.site.example, the address of the pages/],
    ['COOKIE_DOMAIN', 'ite.example', /of which every host in SITE_ORIGINS is part/],
    ['COOKIE_DOMAIN', 'site.example; Path=/', /set a domain, as in/],
    ['TRUSTED_PROXIES', 'nginx', /"nginx" is not an address/],
    ['TRUSTED_PROXIES', '0.0.0.0/0', /includes addresses of strangers/],
    ['RETENTION_DAYS', '0', /set a whole number from 1 to/],
    ['CONTENT_CHECK_MINUTES', '0', /set a whole number from 1 to/],
    ['LOG_LEVEL', 'loud', /set one of fatal/],
    ['METRICS_HOST', '*', /is not an address/],
    ['HEALTH_TOKEN', 'fifteen-letters', /set at least 16/],
    ['HEALTH_TOKEN', 'sixteen letters and spaces', /without spaces/],
    ['PREVIEW_SECRET', 'short', /set at least 16 letters and digits/],
    ['PREVIEW_SECRET', 'a'.repeat(32), /is easy to guess/],
    ['PREVIEW_SECRET', 'changemechangeme', /is easy to guess/],
    ['PREVIEW_SECRET', '1qaz2wsx3edc4rfv', /is easy to guess/],
    ['HEALTH_TOKEN', '1234567890123456', /is easy to guess/],
    ['HEALTH_TOKEN', 'Secret1-Secret1-Secret1', /is easy to guess/],
    ['PREVIEW_EDITORS', 'https://editor.example/path', /is not an origin/],
    ['CONTENTFUL_SPACE_ID', '', /^PREVIEW_SECRET: is set, and a preview needs CONTENTFUL_SPACE_ID/],
    ['CONTENTFUL_PREVIEW_TOKEN', '', /^PREVIEW_SECRET: is set, and a preview needs CONTENTFUL_SPACE_ID/],
    ['CONTENTFUL_WEBHOOK_SECRET', 'too-short', /set the signing secret of Contentful’s webhooks/],
    ['CONTENTFUL_WEBHOOK_SECRET', '0123456789abcdef'.repeat(4), /is easy to guess/],
    ['CONTENTFUL_PREVIEW_TOKEN', 'delivery-token', /is the delivery token; set the one/],
    ['LINK_CHECK', 'no', /set off, or leave it out/],
    ['API_URL', 'http://10.0.0.2:5000', /is no longer a setting; remove it: one process/],
    ['BACKEND_PORT', '5000', /is no longer a setting; remove it: .* set PORT/],
  ])('§12.11 §12.12 does not start with %s=%s', async (name, value, message) => {
    const { errors } = await find({ [name]: value })
    expect(errors).toEqual([expect.stringMatching(message)])
    if (!message.source.startsWith('^')) expect(errors[0]).toMatch(`${name}: `)
  })

  test.each([
    ['http', 'VITE_SITE_URL', /http:\/\/site.example\/ is not https; set .*, then run npm run build/],
    ['http', 'VITE_CAPTCHA_SITE_KEY', /the release was built without it/],
    ['unnamed', 'VITE_SITE_URL', /the release was built without it/],
    ['damaged', 'The release', /cannot be read/],
  ])('does not start with the %s release: %s', async (releases, start, message) => {
    const { errors } = await find({ PREVIEW_SECRET: '' }, releases)
    expect(errors.filter((line) => line.startsWith(start))).toEqual([expect.stringMatching(message)])
  })

  test.each([
    ['NODE_ENV', 'development', /^NODE_ENV: is development, so the rules of production are off/],
    ['METRICS_HOST', '0.0.0.0', /^METRICS_HOST: is 0.0.0.0, which others may reach; .* reach port 9464/],
    ['METRICS_HOST', '203.0.113.7', /^METRICS_HOST: is 203.0.113.7, which others may reach/],
    ['METRICS_HOST', '2a01:4f8::7', /^METRICS_HOST: is 2a01:4f8::7, which others may reach/],
    ['CONTENTFUL_MANAGEMENT_TOKEN', 'CFPAT-4711', /^CONTENTFUL_MANAGEMENT_TOKEN: can change the space/],
    ['DATABASE_URL', 'postgres://site:password@127.0.0.1/site', /^DATABASE_URL: its password is easy to guess/],
    ['DATABASE_URL', 'postgres://site:<password>@127.0.0.1/site', /^DATABASE_URL: its password is easy to guess/],
    ['DATABASE_URL', 'postgres://t4mBq92x:t4mBq92x@database/site', /^DATABASE_URL: its password is easy to guess/],
    ['DATABASE_URL', 'postgres://s:t4mBq92x@db.example/site', /^DATABASE_URL: others on the way .* add \?sslmode=ver/],
    ['DATABASE_URL', 'postgres://s:t4mBq92x@10.0.0.5/site?sslmode=disable', /^DATABASE_URL: others on the way/],
    ['DATABASE_URL', 'postgres://s:t4mBq92x@db.example/site?sslmode=no-verify', /^DATABASE_URL: others on the way/],
    ['DATABASE_URL', 'postgres://s:t4mBq92x@x/y?host=db.example&ssl=0', /^DATABASE_URL: others on the way/],
    ['DATABASE_URL', 'postgres://db.example/y?sslmode=require&uselibpqcompat=true', /^DATABASE_URL: others on the way/],
    ['SMTP_URL', 'smtps://user:12345678@mail.example', /^SMTP_URL: its password is easy to guess/],
    ['SMTP_URL', 'smtp://mail.example', /^SMTP_URL: has no password/],
    ['SMTP_URL', 'smtp://user:t4mBq92x@mail.example?requireTLS=false', /^SMTP_URL: with requireTLS=false others can/],
    ['SMTP_URL', 'smtp://user:t4mBq92x@mail.example?ignoreTLS=true', /^SMTP_URL: with ignoreTLS=true others can/],
    ['SMTP_URL', 'smtps://u:t4mBq92x@m.example?tls.rejectUnauthorized=false', /^SMTP_URL: with tls.reject/],
    ['CONTENTFUL_WEBHOOK_SECRET', '', /^CONTENTFUL_WEBHOOK_SECRET: is missing, so pages change only every CONTENT/],
    ['VITE_GOOGLE_MAPS_KEY', 'new-key', /^VITE_GOOGLE_MAPS_KEY: the release was built with another value/],
    ['VITE_SITE_URL', 'https://site.example', /^VITE_SITE_URL: the release was built with another value/],
    ['SMPT_URL', 'smtps://mail.example', /^SMPT_URL: is not a setting and has no effect; SMTP_URL is one/],
    ['VITE_SITE_URI', 'https://x.example', /^VITE_SITE_URI: is not a setting and has no effect; VITE_SITE_URL is one/],
    ['VITE_MAPS', 'key', /^VITE_MAPS: is not a setting and has no effect; remove it$/],
    ['LOGINS_PER_HOUR', '9', /^LOGINS_PER_HOUR: has no effect any more; remove it: all visitors together have 20,000/],
    ['SESSION_MINUTES', '30', /^SESSION_MINUTES: has no effect any more; remove it: a guest session lasts 60/],
  ])('is warned of %s=%s', async (name, value, message) => {
    expect(await find({ [name]: value })).toEqual({ errors: [], warnings: [expect.stringMatching(message)] })
  })

  test.each([
    {},
    { DATABASE_URL: 'postgres://site:t4mBq92x@database/site' },
    { SMTP_URL: 'smtp://127.0.0.1:25?requireTLS=false' },
    { METRICS_PORT: '', METRICS_HOST: '0.0.0.0' },
    { METRICS_HOST: '10.0.0.7' },
    { METRICS_HOST: 'fd00::7' },
    { DATABASE_URL: 'postgres://s:t4mBq92x@127.0.0.1/site' },
    { DATABASE_URL: 'postgres://s:t4mBq92x@localhost/site?host=/run/postgresql' },
    { DATABASE_URL: 'postgres://s:t4mBq92x@db.example/site?sslmode=require' },
    { DATABASE_URL: 'postgres://s:t4mBq92x@db.example/site', PGSSLMODE: 'verify-full' },
    { DATABASE_URL: 'postgres://s:t4mBq92x@db.example/site?ssl=true&sslrootcert=/etc/ca.pem' },
    { VITE_SITE_URL: RELEASE_ENV.VITE_SITE_URL, VITE_GOOGLE_MAPS_KEY: '' },
  ])('has no issues with %o', async (env) => {
    expect(await find(env)).toEqual({ errors: [], warnings: [] })
  })
})
