import { ZodError } from 'zod'
import type { ContentType } from '#cms/model/fields.ts'
import { again } from './again.ts'
import type { Connection } from './connection.ts'
import { problemOf } from './contentful-problem.ts'
import { type Kind, label } from './kind.ts'
import { type PlannedItem, planOf } from './plan.ts'
import {
  addressesOf,
  configurationsOf,
  differenceOf,
  type HeldAddresses,
  heldAddresses,
  type Previews,
  type WantedAddresses,
} from './preview-differences.ts'
import { refusalOf } from './refusal.ts'
import { openSpace, type Space } from './space-client.ts'

/** The one preview that is ours; those that others made stay as they are. */
const ID = 'site'

/** Compares where the space's web app shows entries with where the site does. Reads once. */
export async function planPreviewAddresses(
  space: Space,
  types: readonly ContentType[],
  previews: Previews,
): Promise<readonly PlannedItem[]> {
  const kind = previewAddresses(space, previews)
  const urls = addressesOf(types, previews)
  const wanted = { id: ID, name: 'Website', description: 'The site with its drafts.', urls }
  const held = await again(() => kind.read(ID)).catch(unread)
  return planOf(kind, [wanted], new Map(held && [[ID, held]]))
}

interface Task {
  readonly connection: Connection
  readonly model: Readonly<Record<string, ContentType>>
  readonly previews: Previews
}

/** Brings them alone into a space that is seeded: one request where they are there. Answers whether they were not. */
export async function bringPreviewAddresses({ connection, model, previews }: Task): Promise<boolean> {
  try {
    const items = await planPreviewAddresses(openSpace(connection), Object.values(model), previews)
    const due = items.filter(({ action }) => action)
    for (const { bring } of due) await bring(() => {})
    return due.length > 0
  } catch (error) {
    throw refusalOf(error, connection, 'writing') ?? error
  }
}

/** The API is undocumented; Contentful's own tools use it, through the same client. Nothing of it is published. */
function previewAddresses({ client, path }: Space, { secret }: Previews): Kind<WantedAddresses, HeldAddresses> {
  // They belong to the space, not to an environment.
  const address = `${path.replace(/\/environments\/.*/, '')}/preview_environments/${ID}`

  async function write({ name, description, urls }: WantedAddresses, held: HeldAddresses | undefined) {
    const configurations = configurationsOf(urls, held?.configurations ?? [])
    const version = held && { headers: { 'X-Contentful-Version': held.sys.version } }
    const request = client.raw.put(address, { name, description, configurations }, version)
    return heldAddresses.parse(await request.catch((error: unknown) => refuseAlone(error, secret)))
  }

  return {
    name: 'preview addresses',
    read: async () => heldAddresses.parse(await client.raw.get(address)),
    needs: ({ urls }) => [...urls.keys()].map((id) => label('content type', id)),
    compare: differenceOf,

    nextStep(wanted, held) {
      if (!held) return { action: 'create', take: () => write(wanted, undefined) }
      if (differenceOf(wanted, held).changes.length === 0) return null
      return { action: 'update', take: () => write(wanted, held) }
    },
  }
}

/** What is not there, or not to be read with this token: writing it will say which. */
function unread(error: unknown): undefined {
  if (error instanceof ZodError || [401, 403, 404].includes(problemOf(error).status)) return
  throw error
}

/** No reason to stop: the site does without. What Contentful repeats of the request is not repeated. */
function refuseAlone(error: unknown, secret: string): never {
  const { status, message } = problemOf(error)
  if (![400, 401, 403, 404, 422].includes(status)) throw error
  const reason = [secret, encodeURIComponent(secret)].reduce((text, hidden) => text.replaceAll(hidden, '…'), message)
  throw new Error(
    `${reason} (${status}): take a token that may set them, or enter them under Settings → Content preview`,
  )
}
