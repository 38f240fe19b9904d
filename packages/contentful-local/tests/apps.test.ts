import type { CreateAppDefinitionProps } from 'contentful-management'
import { afterEach, expect, test } from 'vitest'
import { catchApiError, MASTER, sendRequest, toLink } from './test-contentful.ts'
import { useSpace } from './use-space.ts'

const ORGANIZATION = { organizationId: 'local' }

const app: CreateAppDefinitionProps = {
  name: 'Desk',
  src: 'https://site.example/desk/',
  locations: [{ location: 'page', navigationItem: { name: 'Desk', path: '/' } }],
}

const local = await useSpace()
const { client } = local

/** Creates an app definition, which is not installed. */
async function createApp(body: CreateAppDefinitionProps = app) {
  const definition = await client.appDefinition.create(ORGANIZATION, body)
  return { definition, params: { ...ORGANIZATION, appDefinitionId: definition.sys.id } }
}

afterEach(async () => {
  for (const { sys } of (await client.appDefinition.getMany(ORGANIZATION)).items)
    await client.appDefinition.delete({ ...ORGANIZATION, appDefinitionId: sys.id })
})

test.each([
  ['a script as its page', { src: 'javascript:alert(1)' }, 'src'],
  ['a password in the address of its page', { src: 'https://name:secret@site.example/' }, 'src'],
  ['an app bundle', { bundle: toLink('Asset', 'a') }, 'does not support the property "bundle"'],
  ['an unknown location', { locations: [{ location: 'tab' }] }, 'locations.0.location'],
  ['an entry field without types', { locations: [{ location: 'entry-field' }] }, 'locations.0.fieldTypes'],
  ['a parameter without an id', { parameters: { instance: [{ type: 'Symbol' }] } }, 'parameters.instance.0.id'],
])('rejects an app definition with %s', async (_, changes, expected) => {
  const request = client.raw.post('/organizations/local/app_definitions', { ...app, ...changes })
  const { status, details } = await catchApiError(request)
  expect(status).toBe(422)
  const texts = (details?.errors ?? []).map(({ path, details }) => `${[path].flat().join('.')} ${details}`)
  expect(texts.join('\n')).toContain(expected)
})

test('an app can have every location of the web app, with what the web app knows of it', async () => {
  const names = 'app-config entry-sidebar entry-editor entry-field dialog home page experience-toolbar'.split(' ')
  const locations = names.map((location) => ({ location, fieldTypes: [{ type: 'Symbol' }], more: 1 }))
  const body = { name: ' Desk ', locations }
  expect((await sendRequest(local, 'POST', '/organizations/local/app_definitions', { body })).body).toMatchObject({
    ...{ name: 'Desk', locations },
  })
})

test('installs an app, replaces its parameters and uninstalls it', async () => {
  const { definition, params } = await createApp()
  const created = await client.appInstallation.upsert(params, { parameters: { size: 3 } })
  const appDefinition = toLink('AppDefinition', definition.sys.id)
  expect(created).toMatchObject({ parameters: { size: 3 }, sys: { type: 'AppInstallation', appDefinition } })
  expect(await client.appInstallation.upsert(params, {})).not.toHaveProperty('parameters')
  await client.appInstallation.delete(params)
  expect(await catchApiError(client.appInstallation.get(params))).toMatchObject({ status: 404 })
})

test('rejects parameters that are no object, too large, or without a required one', async () => {
  const size = { id: 'size', name: 'Size', type: 'Number' as const, required: false }
  const parameters = { installation: [{ id: 'key', name: 'Key', type: 'Secret' as const, required: true }, size] }
  const { definition, params } = await createApp({ ...app, parameters })
  expect(definition.parameters).toEqual(parameters)
  const install = (parameters: unknown) =>
    sendRequest(local, 'PUT', `${MASTER}/app_installations/${params.appDefinitionId}`, { body: { parameters } })
  for (const value of [null, [], 'text']) {
    const errors = [{ name: 'type', path: ['parameters'] }]
    expect(await install(value)).toMatchObject({ status: 422, body: { details: { errors } } })
  }
  const largest = 'x'.repeat(32_000 - '{"key":""}'.length)
  const details = 'The parameters have at most 32000 characters as JSON'
  expect((await install({ key: `${largest}x` })).body.details.errors).toMatchObject([{ path: ['parameters'], details }])
  expect((await install({ size: 1 })).body.details.errors).toEqual([
    { name: 'required', path: ['parameters', 'key'], details: 'The property "key" is required here' },
  ])
  expect((await install({ key: largest })).status).toBe(201)
})

test('installs an app in one environment, and copies installations with an environment', async () => {
  const { params } = await createApp()
  await client.environment.createWithId({ environmentId: 'before' }, { name: 'before' })
  await client.appInstallation.upsert(params, {})
  await client.environment.createWithId({ environmentId: 'after' }, { name: 'after' })
  const isInstalled = (environmentId: string) =>
    client.appInstallation.get({ ...params, environmentId }).then(
      ({ sys }) => sys.environment.sys.id,
      () => null,
    )
  expect(await Promise.all(['master', 'before', 'after'].map(isInstalled))).toEqual(['master', null, 'after'])
  const installed = await client.appInstallation.getForOrganization(params)
  expect(installed.items.map(({ sys }) => sys.environment.sys.id)).toEqual(['after', 'master'])
  expect(installed.includes?.Environment.map(({ sys }) => sys.id)).toEqual(['after', 'master'])

  await client.appDefinition.delete(params)
  expect(await Promise.all(['master', 'before', 'after'].map(isInstalled))).toEqual([null, null, null])
})
