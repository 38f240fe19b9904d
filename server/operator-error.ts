/** What whoever runs the server can put right. Its message is for people: each line names the thing and the remedy. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError'
}
