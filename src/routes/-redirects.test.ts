import { type AnyRoute, isRedirect } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { SITE_PATHS } from '#shared/site-paths.gen.ts'
import { Route as RootRoute } from './__root.tsx'
import { Route as UnknownPathRoute } from './$.tsx'

/** Where a route leads from this path; `undefined`: nowhere. */
function follow({ options }: Pick<AnyRoute, 'options'>, pathname: string): unknown {
  try {
    return options.beforeLoad({ location: { pathname } })
  } catch (error) {
    return isRedirect(error) ? error.options : error
  }
}

test('another spelling of a path is replaced by its page, with query, fragment and state, and an unknown path by Home', () => {
  for (const path of SITE_PATHS) {
    const paths = [path, path.replace(/\w$/, '$&/'), `/unknown${path}`]
    expect(paths.map((pathname) => follow(RootRoute, pathname))).toEqual([undefined, undefined, undefined])
    expect(follow(RootRoute, `/${path.toUpperCase()}//Index.html`)).toEqual({
      ...{ to: path, search: true, hash: true, state: true, replace: true },
      statusCode: 307,
    })
  }
  expect(follow(UnknownPathRoute, '/unknown')).toEqual({ to: '/', replace: true, statusCode: 307 })
})
