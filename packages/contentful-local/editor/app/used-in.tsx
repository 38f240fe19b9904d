import { Fragment } from 'react'
import { fetchUsers, formatName, MAX_NAMED } from './api/entity-requests.ts'
import { type Entity, getEntityUrl } from './api/management-client.ts'
import { useFetched } from './components/use-fetched.ts'

/** Links to the entries that use an entity. */
export function UsedIn({ entity }: { readonly entity: Entity }) {
  const users = useFetched(entity.sys.id, () => fetchUsers(entity))
  if (!users) return <p className="hint">Used in …</p>
  if (users.length === 0) return <p className="hint">No entry uses it.</p>
  return (
    <p>
      {'Used in '}
      {users.slice(0, MAX_NAMED).map((user, index) => (
        <Fragment key={user.sys.id}>
          {index > 0 && ', '}
          <a href={getEntityUrl(user.sys)}>{formatName(user)}</a>
        </Fragment>
      ))}
      {users.length > MAX_NAMED && ` and ${users.length - MAX_NAMED} more`}
    </p>
  )
}
