import { parseApiError } from './api-error.ts'
import { retryRequest } from './retry-request.ts'

/**
 * Reads once more when the answer was cut off on its way. The official client tries lost connections again,
 * but takes half an answer for a failure of the request.
 */
export const retryTruncatedResponse = <Result>(read: () => Promise<Result>): Promise<Result> =>
  retryRequest(read, { isPassing: (error) => parseApiError(error).isTruncated })
