import { BadInput } from './bad-input.ts'
import { type Connection, refused } from './connection.ts'
import { problemOf } from './contentful-problem.ts'

/** Whether every further request would fail like this one; then what to put right. 404 says so only of the first ones. */
export function refusalOf(error: unknown, connection: Connection, during: 'reading' | 'writing'): BadInput | null {
  const { status, message, unreachable } = problemOf(error)
  if (unreachable)
    return new BadInput(
      `${connection.host} does not answer (${message}): check the network and run this again, it goes on where it stopped`,
    )
  if (status === 401 || status === 403 || (status === 404 && during === 'reading'))
    return refused(connection, status, message)
  if (status > 0 && during === 'reading')
    return new BadInput(`${connection.host} answers ${status} (${message}): try again later`)
  return null
}
