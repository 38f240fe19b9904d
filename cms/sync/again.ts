import { attempted } from './attempts.ts'
import { problemOf } from './contentful-problem.ts'

/**
 * Reads once more when the answer was cut off on its way. The official client tries lost connections again,
 * but takes half an answer for a failure of the request.
 */
export const again = <Result>(read: () => Promise<Result>): Promise<Result> =>
  attempted(read, { isPassing: (error) => problemOf(error).isCutOff })
