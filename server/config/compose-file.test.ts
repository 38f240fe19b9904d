import { readFile } from 'node:fs/promises'
import { BlockList } from 'node:net'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

/** compose.yaml with the defaults of its variables. */
const text = (await readFile('compose.yaml', 'utf8')).replaceAll(/\$\{\w+(?::-([^}]*)|:\?[^}]*)\}/g, '$1')
const { services, networks } = parse(text, { merge: true })

function isIn(range: string, address: string): boolean {
  const [subnet = '', bits] = range.split('/')
  const list = new BlockList()
  list.addSubnet(subnet, Number(bits))
  return list.check(address)
}

test('the site trusts the proxy’s address only, which no other container can get', () => {
  const [{ subnet, ip_range }] = networks.front.ipam.config
  const [proxy, site] = [services.proxy.networks.front.ipv4_address, services.site.networks.front.ipv4_address]
  expect(services.site.environment.TRUSTED_PROXIES).toBe(proxy)
  expect(services.proxy.environment.UPSTREAM).toBe(`${site}:3000`)
  for (const address of [proxy, site]) expect([isIn(subnet, address), isIn(ip_range, address)]).toEqual([true, false])
})

test('§12.10 the site runs as an unprivileged user with a read-only root file system', async () => {
  expect(services.site).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
  expect(services.site).not.toHaveProperty('user') // it has that of the image
  expect(await readFile('Dockerfile', 'utf8')).toMatch(/^USER (?!root|0)/m)
})

test('§12.8 compose starts the site, its database and the proxy again after a fault', () => {
  for (const name of ['site', 'database', 'proxy']) expect(services[name].restart).toBe('unless-stopped')
  expect(services.site.depends_on ?? []).toBeInstanceOf(Array) // an object could make it wait for the database
})

const readUnit = (name: string) => readFile(`deploy/systemd/${name}.service`, 'utf8')

test('§12.8 systemd starts the server again after any end, however often it fails', async () => {
  const unit = await readUnit('pipeline-site')
  for (const line of ['Restart=always', 'StartLimitIntervalSec=0']) expect(unit.split('\n')).toContain(line)
})

test('§12.43 neither a unit nor a container starts the server by the command that installs packages', async () => {
  const units = await Promise.all(['pipeline-site', 'pipeline-site-backup'].map(readUnit))
  const [image] = (await readFile('Dockerfile', 'utf8')).match(/^CMD .*$/m) ?? []
  const site = services.site.command.join(' ')
  for (const command of [...units.map((unit) => unit.match(/^ExecStart=.*$/m)?.[0]), image, site])
    expect(command).toMatch(/^(?!.*(npm|bootstrap)).*\bnode\b.*\b(server\/main|scripts\/backup)\.ts\b/)
})

test('compose.yaml publishes the proxy to other machines, and everything else to this one', () => {
  const { proxy, ...others } = services
  expect(proxy.ports).toContain('443:443')
  for (const { ports = [] } of Object.values<{ ports?: string[] }>(others))
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
})
