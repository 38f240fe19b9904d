import { expect, test } from 'vitest'
import { parseLocalSiteOptions, readContentOrigin } from './site-command.ts'

const REAL = { VITE_CONTENTFUL_GRAPHQL: 'https://graphql.contentful.com/x' }

test.each([
  [{}, 'local'],
  [REAL, 'remote'],
  [{ CMS: 'off' }, 'bundled'],
  [{ ...REAL, CMS: 'off' }, 'bundled'],
])('the content for %o is %s', (env, origin) => expect(readContentOrigin(env)).toBe(origin))

test.each([
  [{ CMS: 'no' }, 'CMS is "no": set it to off'],
  [{ VITE_SITE_URL: 'site.example' }, 'VITE_SITE_URL'],
])('rejects %o', (env, message) => expect(() => readContentOrigin(env)).toThrow(message))

test.each(['0.0.0.0', '::'])('HOST=%s is refused with the reason', (HOST) =>
  expect(() => parseLocalSiteOptions([], { HOST })).toThrow(
    /^HOST is ".*": .*answer this machine only, because .*unset/,
  ),
)

test.each([undefined, ' ', '127.0.0.1', 'localhost'])('HOST=%s is accepted', (HOST) =>
  expect(parseLocalSiteOptions([], { HOST })).toMatchObject({ port: 3000, cmsPort: 4000, stateFolder: '.contentful' }),
)
