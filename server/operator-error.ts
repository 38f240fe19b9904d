/** What whoever runs the server can put right. Its message is for people: each line names the thing and the remedy. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError'
}

/** What an error says, for operators. Of a host with several addresses each failure is an error of its own. */
export function getErrorMessage(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(getErrorMessage).join(', ')
  return error instanceof Error ? error.message : String(error)
}
