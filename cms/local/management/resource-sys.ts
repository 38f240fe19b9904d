import { createResourceLink } from '#local/links.ts'
import type { StoredResource } from '#local/store/resource-table.ts'
import type { LocationSys } from '#local/store/store.ts'

/** The location in the details of a 404. */
export const toLocation = ({ space, environment }: Partial<LocationSys>) => ({
  environment: environment?.sys.id,
  space: space?.sys.id,
})

/** The user of every token. */
export const LOCAL_USER_ID = 'local-developer'

/** The user of every token made every change. */
export const LOCAL_USER_LINK = createResourceLink('User', LOCAL_USER_ID)

/** The `sys` that resources of all types have. Its links to space and environment are needed (docs/contentful.md). */
export const toResourceSys = (
  type: string,
  { id, version, createdAt, updatedAt }: StoredResource<unknown>,
  locationSys: Partial<LocationSys>,
) => ({
  ...locationSys,
  type,
  id,
  version,
  createdAt,
  updatedAt,
  createdBy: LOCAL_USER_LINK,
  updatedBy: LOCAL_USER_LINK,
})

/** What `sys` contains if a resource can be published. `path` is that of the list. */
export function toPublicationSys(path: string, resource: StoredResource<unknown>, locationSys: Partial<LocationSys>) {
  const { id, publishedVersion, publishedAt, publishedCounter, firstPublishedAt, archivedVersion, archivedAt } =
    resource
  const { space, environment } = toLocation(locationSys)
  return {
    publishedCounter,
    ...(firstPublishedAt === null ? {} : { firstPublishedAt }),
    ...(publishedVersion === null ? {} : { publishedVersion, publishedAt, publishedBy: LOCAL_USER_LINK }),
    ...(archivedVersion === null ? {} : { archivedVersion, archivedAt, archivedBy: LOCAL_USER_LINK }),
    urn: `crn:contentful:::content:spaces/${space}/environments/${environment}${path}/${id}`,
  }
}
