import { Fragment } from 'react'
import { getContentType, getEntityTitle } from './api/content-types.ts'
import { type Entity, getEntityUrl } from './api/management-client.ts'

/** Entries that are named; others are counted. */
const MAX_NAMED = 5

/** Links to the entries that use an entity. */
export function UsedIn({ users }: { readonly users: readonly Entity[] }) {
  if (users.length === 0) return <p className="hint">No entry uses it.</p>
  return (
    <p>
      {'Used in '}
      {users.slice(0, MAX_NAMED).map((user, index) => (
        <Fragment key={user.sys.id}>
          {index > 0 && ', '}
          <a href={getEntityUrl(user.sys)}>{`${getContentType(user).name} “${getEntityTitle(user)}”`}</a>
        </Fragment>
      ))}
      {users.length > MAX_NAMED && ` and ${users.length - MAX_NAMED} more`}
    </p>
  )
}
