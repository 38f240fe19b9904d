import { readFile } from 'node:fs/promises'
import { BlockList } from 'node:net'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'

const networksSchema = z.record(z.string(), z.object({ ipv4_address: z.ipv4().optional() }).nullable())

const composeFileSchema = z.object({
  services: z.record(
    z.string(),
    z.object({
      environment: z.record(z.string(), z.coerce.string()).optional(),
      networks: z.union([z.array(z.string()), networksSchema]).optional(),
      ports: z.array(z.string()).optional(),
      read_only: z.boolean().optional(),
    }),
  ),
  networks: z.object({
    front: z.object({ ipam: z.object({ config: z.tuple([z.object({ subnet: z.cidrv4(), ip_range: z.cidrv4() })]) }) }),
  }),
})

const readCompose = async () => composeFileSchema.parse(parse(await readFile('compose.yaml', 'utf8'), { merge: true }))

function isIn(range: string, address: string): boolean {
  const [subnet = '', bits] = range.split('/')
  const list = new BlockList()
  list.addSubnet(subnet, Number(bits))
  return list.check(address)
}

test('the site trusts the proxy’s address only, which no other container can get', async () => {
  const { services, networks } = await readCompose()
  const [{ subnet, ip_range }] = networks.front.ipam.config
  const proxyNetworks = networksSchema.parse(services.proxy?.networks)
  const address = proxyNetworks.front?.ipv4_address ?? ''
  expect(services.site?.environment?.TRUSTED_PROXIES).toBe(address)
  expect(isIn(subnet, address)).toBe(true)
  expect(isIn(ip_range, address)).toBe(false)
  expect(isIn(subnet, ip_range.split('/')[0] ?? '')).toBe(true)
})

test('compose.yaml publishes the proxy to other machines, and the metrics to this one', async () => {
  const { services } = await readCompose()
  const { proxy, ...others } = services
  expect(proxy?.ports).toContain('443:443')
  for (const { ports = [] } of Object.values(others)) for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
  expect(services.site).toMatchObject({ read_only: true, environment: { METRICS_HOST: '0.0.0.0' } })
})
