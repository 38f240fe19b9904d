import { readdir } from 'node:fs/promises'
import { getRouteFile, ROUTES_FOLDER } from '#server/rendering/page-html.ts'
import { SITE_PATHS } from '#shared/site-paths.gen.ts'

/** Returns one line for each page without a route, and for each route without a page. */
export async function findRouteProblems(paths: readonly string[] = SITE_PATHS): Promise<readonly string[]> {
  const names = (await readdir(ROUTES_FOLDER)).filter(isPageRoute).toSorted()
  const files = names.map((name) => `${ROUTES_FOLDER}/${name}`)
  const routeFiles = paths.map(getRouteFile)
  return [
    ...paths
      .filter((path) => !files.includes(getRouteFile(path)))
      .map((path) => `The page ${path} has no route: add ${getRouteFile(path)}, or remove the path in cms/model`),
    ...files
      .filter((file) => !routeFiles.includes(file))
      .map((file) => `${file} is the route of no page: give a content type of cms/model its path, or delete the file`),
  ]
}

/** Names that begin with `-`, `_` or `$` are helpers, layouts and the route for unknown paths. */
const isPageRoute = (name: string) => /^[^-_$].*\.tsx$/.test(name)
