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

const EASY = 'is easy to guess, because it repeats itself or follows the keyboard; set a random one'
const EASY_PASSWORD = 'its password is easy to guess; set a random one'
const UNENCRYPTED =
  'others on the way to the database can read the messages; add ?sslmode=verify-full, unless only your own machines are on that network'
const NO_URL = 'is not a web address; set a full URL, as in https://www.your-site.com'
const NO_BACKEND = 'is neither a path (/api) nor a web address, without a slash at its end'
const NO_PREFIX = 'is neither a path (/media) nor an https address, without a slash at its end'

/** Parses lines with a setting, its values between ` | `, and the whole line about each of them. */
const parseCases = (text: string) =>
  text
    .trim()
    .split('\n')
    .flatMap((row) => {
      const [, name = '', values = '', line = ''] = /^ *(\w+)=(.*?) → (.+)$/.exec(row) ?? []
      return values.split(' | ').map((value) => [name, value, line] as const)
    })

/** The variables that lines begin with. */
const getNames = (lines: readonly string[]) => lines.map((line) => line.slice(0, line.indexOf(':')))

describe('a production server', () => {
  test.each(
    parseCases(`
      SITE_ORIGINS= → SITE_ORIGINS: is missing; set the site’s address, as in https://www.your-site.com
      TRUSTED_PROXIES= → TRUSTED_PROXIES: is missing; set the address that your proxy connects from, as in 127.0.0.1
      SMTP_URL= → SMTP_URL: is missing; set a mail server’s address, as in smtps://user:password@host:465
      MAIL_FROM= → MAIL_FROM: is missing; set the address that the site’s mails come from
      MAIL_TO= → MAIL_TO: is missing; set the office’s address, where messages go
      CAPTCHA_SECRET= → CAPTCHA_SECRET: is missing; set the secret of your captcha’s key`),
  )('requires %s', async (name, _, message) => {
    for (const value of ['', '  ']) expect((await find({ [name]: value })).errors).toEqual([message])
  })

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

  test.each(
    parseCases(`
      VITE_SITE_URL= → VITE_SITE_URL: is missing; set the site’s https address, as in https://www.your-site.com
      VITE_SITE_URL=http://www.site.example → VITE_SITE_URL: http://www.site.example/ is not https; set the site’s https address, as in https://www.your-site.com
      VITE_SITE_URL=https://other.example → SITE_ORIGINS: does not name https://other.example, the address of the pages; add it
      VITE_CAPTCHA_SITE_KEY= → VITE_CAPTCHA_SITE_KEY: is missing; set the public key of your captcha
      VITE_CONTENTFUL_GRAPHQL=https://graphql.contentful.com/<space> → VITE_CONTENTFUL_GRAPHQL: has a <…> of the sample; set the id of your space there
      VITE_CONTENTFUL_GRAPHQL=graphql.contentful.com → VITE_CONTENTFUL_GRAPHQL: ${NO_URL}
      VITE_SITE_URL=www.site.example → VITE_SITE_URL: ${NO_URL}
      VITE_SITE_URL=https://www.site.example/ → VITE_SITE_URL: ends with a slash; leave that out
      VITE_GOOGLE_MAPS_KEY=AIza "x" → VITE_GOOGLE_MAPS_KEY: is not a key; set letters, digits, - and _ only
      VITE_CAPTCHA_SITE_KEY=6Ld.Q → VITE_CAPTCHA_SITE_KEY: is not a key; set letters, digits, - and _ only
      VITE_BACKEND_URL=api | / | //other.example/api | https://api.example/ → VITE_BACKEND_URL: ${NO_BACKEND}
      VITE_ENVIRONMENT=staging → VITE_ENVIRONMENT: is none of dev, qa, production
      VITE_ASSET_PREFIX=//cdn.example/media/ | http://cdn.example | /media/ → VITE_ASSET_PREFIX: ${NO_PREFIX}
      VITE_SECURITY_CONTACT=http://site.example/report | security@site.example → VITE_SECURITY_CONTACT: is no address; set mailto:security@your-site.com or https://…
      CONTENTFUL_DELIVERY_TOKEN= → CONTENTFUL_DELIVERY_TOKEN: is missing; set a Content Delivery API token of the space of VITE_CONTENTFUL_GRAPHQL
      CONTENTFUL_SPACE_ID= → PREVIEW_SECRET: is set, and a preview needs CONTENTFUL_SPACE_ID and CONTENTFUL_PREVIEW_TOKEN too: set all three, or unset it`),
  )('§7.8 §12.11 before a build is told of %s=%s', async (name, value, message) => {
    const { errors } = await find({ ...RELEASE_ENV, [name]: value }, 'none')
    expect(errors).toEqual([message])
  })

  /** Each value is the only one that is wrong. */
  test.each(
    parseCases(`
      NODE_ENV=prod → NODE_ENV: set production on a server that visitors reach, development or test elsewhere
      HOST=localhost → HOST: names two addresses; set 127.0.0.1 for this machine, or 0.0.0.0 for all
      HOST=300.0.0.1 → HOST: is not an address; set 127.0.0.1 for this machine, or 0.0.0.0 for all
      PORT=http | 0x50 | 65536 → PORT: set a whole number from 0 to 65535
      METRICS_PORT=65536 → METRICS_PORT: set a whole number from 0 to 65535
      PORT=9464 → METRICS_PORT: is 9464, as PORT is; set two ports
      DATABASE_URL=mysql://db → DATABASE_URL: set a PostgreSQL address, as in postgres://user:password@host/name
      DATABASE_URL=postgres:///site → DATABASE_URL: names no host; set a PostgreSQL address, as in postgres://user:password@host/name
      DATABASE_URL=postgres://site:100%@database/site → DATABASE_URL: has a % that is not part of a code; write %25 for a % in the password
      SMTP_URL=https://mail.example → SMTP_URL: set a mail server’s address, as in smtps://user:password@host:465
      SMTP_URL=smtp:///mail → SMTP_URL: names no host; set a mail server’s address, as in smtps://user:password@host:465
      SMTP_URL=smtps://user:100%@mail.example → SMTP_URL: has a % that is not part of a code; write %25 for a % in the password
      MAIL_FROM=website → MAIL_FROM: set one e-mail address, as in office@company.com
      MAIL_TO=office@site.example,boss@site.example → MAIL_TO: set one e-mail address, as in office@company.com
      CAPTCHA_SECRET=fifteen-letters | two words of a captcha → CAPTCHA_SECRET: is shorter than 16 characters, or has spaces; set the secret of your captcha’s key
      CAPTCHA_SECRET=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx | qwertyuiopasdfghjkl | t4mBq92xk7t4mBq92xk7 → CAPTCHA_SECRET: ${EASY}
      CAPTCHA_MIN_SCORE=0 | 1.1 → CAPTCHA_MIN_SCORE: set a number above 0 and up to 1, as in 0.5; with 0 every program passes the captcha
      CAPTCHA_VERIFY_URL=http://captcha.example/verify → CAPTCHA_VERIFY_URL: is not https; set the https address of the provider’s verification
      CAPTCHA_VERIFY_URL=verify → CAPTCHA_VERIFY_URL: set the https address of the provider’s verification
      SITE_ORIGINS=www.site.example → SITE_ORIGINS: "www.site.example" is not an origin; set the address without a path, as in https://www.your-site.com
      SITE_ORIGINS=https://www.site.example/ → SITE_ORIGINS: "https://www.site.example/" is not an origin; set the address without a path, as in https://www.your-site.com
      SITE_ORIGINS=https://u:p4ss@site.example → SITE_ORIGINS: an entry with a user name is not an origin; set the address without a path, as in https://www.your-site.com
      SITE_ORIGINS=https://www.site.example,http://site.example → SITE_ORIGINS: "http://site.example" is not https; set https origins in production
      SITE_ORIGINS=https://www.site.example,http://localhost.site.example → SITE_ORIGINS: "http://localhost.site.example" is not https; set https origins in production
      SITE_ORIGINS=https://other.example → SITE_ORIGINS: does not name https://www.site.example, the address of the pages; add it
      COOKIE_DOMAIN=ite.example → COOKIE_DOMAIN: set a domain of which every host in SITE_ORIGINS is part
      COOKIE_DOMAIN=site.example; Path=/ → COOKIE_DOMAIN: set a domain, as in your-site.com
      TRUSTED_PROXIES=nginx → TRUSTED_PROXIES: "nginx" is not an address; set addresses or ranges, as in 10.0.0.0/8
      TRUSTED_PROXIES=0.0.0.0/0 → TRUSTED_PROXIES: "0.0.0.0/0" includes addresses of strangers, or is an IPv4 range in IPv6 form; set the addresses of your own proxies, as in 10.0.0.0/8
      RETENTION_DAYS=0 | 36501 → RETENTION_DAYS: set a whole number from 1 to 36500
      CONTENT_CHECK_MINUTES=0 | 1441 → CONTENT_CHECK_MINUTES: set a whole number from 1 to 1440
      LOGINS_PER_ADDRESS=0 → LOGINS_PER_ADDRESS: set a whole number from 1 to 1000000
      MESSAGES_PER_DAY=1000001 → MESSAGES_PER_DAY: set a whole number from 1 to 1000000
      LOG_LEVEL=loud → LOG_LEVEL: set one of fatal, error, warn, info, debug, trace, silent
      METRICS_HOST=* → METRICS_HOST: is not an address; set 127.0.0.1 for this machine, or 0.0.0.0 for all
      HEALTH_TOKEN=fifteen-letters | sixteen letters and spaces → HEALTH_TOKEN: set at least 16 letters, digits or -._~+/= without spaces, as made by: openssl rand -hex 24
      PREVIEW_SECRET=fifteen-letters → PREVIEW_SECRET: set at least 16 letters and digits, without spaces
      PREVIEW_SECRET=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa | changemechangeme | 1qaz2wsx3edc4rfv → PREVIEW_SECRET: ${EASY}
      HEALTH_TOKEN=1234567890123456 | Secret1-Secret1-Secret1 → HEALTH_TOKEN: ${EASY}
      PREVIEW_EDITORS=https://editor.example/path → PREVIEW_EDITORS: "https://editor.example/path" is not an origin; set the address without a path, as in https://www.your-site.com
      CONTENTFUL_SPACE_ID= → PREVIEW_SECRET: is set, and a preview needs CONTENTFUL_SPACE_ID and CONTENTFUL_PREVIEW_TOKEN too: set all three, or unset it
      CONTENTFUL_PREVIEW_TOKEN= → PREVIEW_SECRET: is set, and a preview needs CONTENTFUL_SPACE_ID and CONTENTFUL_PREVIEW_TOKEN too: set all three, or unset it
      CONTENTFUL_WEBHOOK_SECRET=too-short → CONTENTFUL_WEBHOOK_SECRET: set the signing secret of Contentful’s webhooks, which has 64 characters
      CONTENTFUL_WEBHOOK_SECRET=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef → CONTENTFUL_WEBHOOK_SECRET: ${EASY}
      CONTENTFUL_PREVIEW_TOKEN=delivery-token → CONTENTFUL_PREVIEW_TOKEN: is the delivery token; set the one of the Content Preview API
      LINK_CHECK=no → LINK_CHECK: set off, or leave it out
      API_URL=http://10.0.0.2:5000 → API_URL: is no longer a setting; remove it: one process serves pages and contact API, and sends the mails; set DATABASE_URL, SMTP_URL and the like as on the API’s server
      BACKEND_PORT=5000 → BACKEND_PORT: is no longer a setting; remove it: pages and contact API have one port; set PORT, and let proxies use it
      BACKEND_HOST=10.0.0.2 → BACKEND_HOST: is no longer a setting; remove it: pages and contact API have one address; set HOST
      DEPLOY_HOOK_URL=https://ci.example → DEPLOY_HOOK_URL: is no longer a setting; remove it: add a webhook in Contentful that calls this address itself`),
  )('§12.11 §12.12 does not start with %s=%s', async (name, value, message) => {
    expect((await find({ [name]: value })).errors).toEqual([message])
  })

  test('does not start with a release without addresses, or one that cannot be read', async () => {
    const hint = 'set the site’s https address, as in https://www.your-site.com, then run npm run build'
    for (const [releases, problem, ...others] of [
      [
        'http',
        'http://site.example/ is not https',
        'VITE_CAPTCHA_SITE_KEY: the release was built without it; set the public key of your captcha, then run npm run build',
      ],
      ['unnamed', 'the release was built without it'],
    ] as const)
      expect((await find({ PREVIEW_SECRET: '' }, releases)).errors).toEqual([
        `VITE_SITE_URL: ${problem}; ${hint}`,
        ...others,
      ])
    const id = '20200101T000000000Z-00000000'
    const file = join(folder, 'damaged', id, 'release.json')
    expect((await find({}, 'damaged')).errors).toEqual([`The release ${id} cannot be read: ${file} (ENOENT)`])
  })

  test.each(
    parseCases(`
      NODE_ENV=development → NODE_ENV: is development, so the rules of production are off; set production on a server that visitors reach
      METRICS_HOST=0.0.0.0 → METRICS_HOST: is 0.0.0.0, which others may reach; let only Prometheus reach port 9464
      METRICS_HOST=203.0.113.7 → METRICS_HOST: is 203.0.113.7, which others may reach; let only Prometheus reach port 9464
      METRICS_HOST=2a01:4f8::7 → METRICS_HOST: is 2a01:4f8::7, which others may reach; let only Prometheus reach port 9464
      CONTENTFUL_MANAGEMENT_TOKEN=CFPAT-4711 → CONTENTFUL_MANAGEMENT_TOKEN: can change the space, and only npm run cms needs it; remove it here
      DATABASE_URL=postgres://site:password@127.0.0.1/site | postgres://site:<password>@127.0.0.1/site | postgres://t4mBq92x:t4mBq92x@database/site → DATABASE_URL: ${EASY_PASSWORD}
      DATABASE_URL=postgres://s:t4mBq92x@db.example/site | postgres://s:t4mBq92x@10.0.0.5/site?sslmode=disable | postgres://s:t4mBq92x@db.example/site?sslmode=no-verify → DATABASE_URL: ${UNENCRYPTED}
      DATABASE_URL=postgres://s:t4mBq92x@x/y?host=db.example&ssl=0 | postgres://db.example/y?sslmode=require&uselibpqcompat=true → DATABASE_URL: ${UNENCRYPTED}
      SMTP_URL=smtps://user:12345678@mail.example | smtps://user:t4mBq@mail.example → SMTP_URL: ${EASY_PASSWORD}
      SMTP_URL=smtp://mail.example → SMTP_URL: has no password, so messages may be refused, or sent unencrypted; set smtps://user:password@host:465
      SMTP_URL=smtp://user:t4mBq92x@mail.example?requireTLS=false → SMTP_URL: with requireTLS=false others can read password and messages on their way; remove it
      SMTP_URL=smtp://user:t4mBq92x@mail.example?ignoreTLS=true → SMTP_URL: with ignoreTLS=true others can read password and messages on their way; remove it
      SMTP_URL=smtps://u:t4mBq92x@m.example?tls.rejectUnauthorized=false → SMTP_URL: with tls.rejectUnauthorized=false others can read password and messages on their way; remove it
      CONTENTFUL_WEBHOOK_SECRET= → CONTENTFUL_WEBHOOK_SECRET: is missing, so pages change only every CONTENT_CHECK_MINUTES; set the signing secret of the space’s webhook
      VITE_GOOGLE_MAPS_KEY=new-key → VITE_GOOGLE_MAPS_KEY: the release was built with another value; run npm run build to use this one
      VITE_SITE_URL=https://site.example → VITE_SITE_URL: the release was built with another value; run npm run build to use this one
      SMPT_URL=smtps://mail.example → SMPT_URL: is not a setting and has no effect; SMTP_URL is one
      VITE_SITE_URI=https://x.example → VITE_SITE_URI: is not a setting and has no effect; VITE_SITE_URL is one
      VITE_MAPS=key → VITE_MAPS: is not a setting and has no effect; remove it
      CAPTCHA_HOSTNAMES=site.example → CAPTCHA_HOSTNAMES: has no effect any more; remove it: the hosts of SITE_ORIGINS are accepted
      SESSION_MINUTES=30 → SESSION_MINUTES: has no effect any more; remove it: a guest session lasts 60 minutes
      SPAM_RETENTION_DAYS=9 → SPAM_RETENTION_DAYS: has no effect any more; remove it: spam is deleted after 30 days, or after RETENTION_DAYS if that is shorter
      LOGINS_PER_HOUR=9 → LOGINS_PER_HOUR: has no effect any more; remove it: all visitors together have 20,000 guest sessions an hour
      DISK_FREE_MB=9 → DISK_FREE_MB: has no effect any more; remove it: the health report warns below 500 MB
      CONTENTFUL_REQUESTS_PER_SECOND=9 → CONTENTFUL_REQUESTS_PER_SECOND: has no effect any more; remove it: npm run cms stays below the limits of all plans
      MESSAGES_PER_SESSION=9 → MESSAGES_PER_SESSION: has no effect any more; remove it: set MESSAGES_PER_ADDRESS_PER_DAY, MESSAGES_PER_DAY and LOGINS_PER_ADDRESS
      LOGINS_PER_NETWORK_PER_HOUR=9 → LOGINS_PER_NETWORK_PER_HOUR: has no effect any more; remove it: set MESSAGES_PER_ADDRESS_PER_DAY, MESSAGES_PER_DAY and LOGINS_PER_ADDRESS`),
  )('is warned of %s=%s', async (name, value, message) => {
    expect(await find({ [name]: value })).toEqual({ errors: [], warnings: [message] })
  })

  test.each([
    {
      PORT: '65535',
      METRICS_PORT: '0',
      CAPTCHA_MIN_SCORE: '1',
      RETENTION_DAYS: '36500',
      CONTENT_CHECK_MINUTES: '1440',
    },
    { PORT: '0', METRICS_PORT: '0', CAPTCHA_MIN_SCORE: '0.01', RETENTION_DAYS: '1', CONTENT_CHECK_MINUTES: '1' },
    { MESSAGES_PER_DAY: '1000000', MESSAGES_PER_ADDRESS_PER_DAY: '20000', LOGINS_PER_ADDRESS: '1000000' },
    { MESSAGES_PER_DAY: '1', MESSAGES_PER_ADDRESS_PER_DAY: '1', LOGINS_PER_ADDRESS: '1' },
    // The shortest secrets, and the easiest ones.
    { CAPTCHA_SECRET: 'd41d8cd98f00b204', HEALTH_TOKEN: 't4mBq92xk7password', PREVIEW_SECRET: '91c977b0f2qwertyui' },
    { SMTP_URL: 'smtps://user:t4mBq9@mail.example' },
    { DATABASE_URL: 'postgres://site:t4mBq92x@database/site' },
    ...['prefer', 'verify-ca', 'verify-full'].map((mode) => ({
      DATABASE_URL: `postgres://db.example/x?sslmode=${mode}`,
    })),
    { DATABASE_URL: 'postgres://db.example/x?ssl=1' },
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
