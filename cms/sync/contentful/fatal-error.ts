import { UserError } from '#shared/user-error.ts'
import { parseApiError } from './api-error.ts'
import { createManagementAccessError, type ManagementConnection } from './management-connection.ts'
import { UnexpectedResponseError } from './response-handler.ts'

/** How Contentful speaks of what a plan allows. */
const QUOTA = /limit|quota|maximum|usageExceeded/i

/** Whether every further request would fail like this one; then what to put right. 404 says so only of the first ones. */
export function toFatalError(
  error: unknown,
  connection: ManagementConnection,
  during: 'reading' | 'writing',
): UserError | null {
  if (error instanceof UserError) return error
  const { status, message, isUnreachable } = parseApiError(error)
  if (isUnreachable)
    return new UserError(
      `${connection.host} does not answer${error instanceof UnexpectedResponseError ? ' as Contentful does' : ''} (${message}): check the network and run this again, it goes on where it stopped`,
    )
  if (status === 403 && QUOTA.test(message))
    return new UserError(
      `${connection.host} answers that the space is full (${message}): delete what is not used there, or choose a larger plan, and run this again`,
    )
  if (status === 401 || status === 403 || (status === 404 && during === 'reading'))
    return createManagementAccessError(connection, status, message)
  // The client has tried it again by now, and so would each of the other requests.
  if (status === 429 || status >= 500 || (status > 0 && during === 'reading'))
    return new UserError(
      `${connection.host} answers ${status} (${message}): run this again later, it goes on where it stopped`,
    )
  return null
}
