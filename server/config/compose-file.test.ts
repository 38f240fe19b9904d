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
      depends_on: z.array(z.string()).optional(), // an object could make the site wait for the build or the database
      networks: z.union([z.array(z.string()), networksSchema]).optional(),
      ports: z.array(z.string()).optional(),
      user: z.string().optional(),
      read_only: z.boolean().optional(),
      restart: z.string().optional(),
      cap_drop: z.array(z.string()).optional(),
      logging: z.object({ options: z.object({ 'max-size': z.string(), 'max-file': z.string() }) }),
    }),
  ),
  networks: z.object({
    front: z.object({ ipam: z.object({ config: z.tuple([z.object({ subnet: z.cidrv4(), ip_range: z.cidrv4() })]) }) }),
  }),
})

/** Reads compose.yaml with the defaults of its variables. */
async function readCompose() {
  const text = (await readFile('compose.yaml', 'utf8')).replaceAll(/\$\{\w+(?::-([^}]*)|:\?[^}]*)\}/g, '$1')
  return composeFileSchema.parse(parse(text, { merge: true }))
}

function isIn(range: string, address: string): boolean {
  const [subnet = '', bits] = range.split('/')
  const list = new BlockList()
  list.addSubnet(subnet, Number(bits))
  return list.check(address)
}

test('the site trusts the proxy’s address only, which no other container can get', async () => {
  const { services, networks } = await readCompose()
  const [{ subnet, ip_range }] = networks.front.ipam.config
  const getAddress = (name: string) => networksSchema.parse(services[name]?.networks).front?.ipv4_address ?? ''
  expect(services.site?.environment?.TRUSTED_PROXIES).toBe(getAddress('proxy'))
  expect(services.proxy?.environment?.UPSTREAM).toBe(`${getAddress('site')}:3000`)
  for (const name of ['proxy', 'site']) {
    expect(isIn(subnet, getAddress(name))).toBe(true)
    expect(isIn(ip_range, getAddress(name))).toBe(false)
  }
  expect(isIn(subnet, ip_range.split('/')[0] ?? '')).toBe(true)
})

test('§12 Run: the site runs as an unprivileged user with a read-only root file system', async () => {
  const { site } = (await readCompose()).services
  expect(site).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
  expect(site).not.toHaveProperty('user') // it has that of the image
  expect(await readFile('Dockerfile', 'utf8')).toMatch(/^USER (?!root|0)/m)
})

test('§12 Run: compose starts the site, its database and the proxy again after a fault', async () => {
  const { site, database, proxy } = (await readCompose()).services
  for (const service of [site, database, proxy]) expect(service).toMatchObject({ restart: 'unless-stopped' })
})

test('compose.yaml publishes the proxy to other machines, and everything else to this one', async () => {
  const { proxy, ...others } = (await readCompose()).services
  expect(proxy?.ports).toContain('443:443')
  for (const { ports = [] } of Object.values(others)) for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
})
