import * as z from 'zod'

/** HEALTH_TOKEN of servers that tests start. */
export const HEALTH_TOKEN = 'health-token-of-the-tests'

const reportSchema = z.object({
  status: z.enum(['ok', 'degraded', 'failed']),
  checks: z.record(z.string(), z.looseObject({ status: z.string() })),
})

/** Returns the authorized response of /health/ready of a server with `HEALTH_TOKEN`. */
export async function readHealth(url: string): Promise<z.output<typeof reportSchema>> {
  const response = await fetch(`${url}/health/ready`, { headers: { authorization: `Bearer ${HEALTH_TOKEN}` } })
  return reportSchema.parse(await response.json())
}
