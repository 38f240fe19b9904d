import { Button, Note, Paragraph, Spinner, TextLink } from '@contentful/f36-components'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Dialog } from '#cms/photo-desk/dialog.tsx'
import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import type { SpacePicture, SpacePictures } from '#cms/photo-desk/space/space-pictures.ts'
import { getPictureTitle } from './describe-content.ts'
import { findUsages, type Usage } from './find-usages.ts'
import { type RemovalKind, removePicture } from './remove-picture.ts'

interface RemovalDialogProps {
  readonly kind: RemovalKind
  readonly picture: SpacePicture
  readonly spacePictures: SpacePictures
  /** Called when the dialog is closed, with a sentence about what is done. */
  readonly onClose: (done?: string) => void
}

const LABELS = { unpublish: 'Unpublish', archive: 'Archive', delete: 'Delete' } as const
const DONE = { unpublish: 'unpublished', archive: 'archived', delete: 'deleted' } as const

/** Says where a picture is used and what visitors will see, then unpublishes, archives or deletes it. */
export function RemovalDialog({ kind, picture, spacePictures, onClose }: RemovalDialogProps) {
  const { client, pictureType, updateSpacePictures } = useWorkspace()
  const { name, page } = pictureType
  const [status, setStatus] = useState<'asking' | 'running' | { readonly error: string }>('asking')
  const entryId = picture.entry.sys.id
  const usages = useQuery({
    queryKey: ['usages', entryId],
    queryFn: () => findUsages(client, { entryId, assetId: picture.asset?.sys.id }),
    gcTime: 0, // they may have changed when the dialog is opened again
    retry: false, // the client has retried the requests
  })
  const error = usages.error?.message ?? (typeof status === 'object' ? status.error : undefined)
  const isRunning = status === 'running'
  const isAssetShared = (usages.data?.ofAsset.length ?? 0) > 0

  async function remove(): Promise<void> {
    setStatus('running')
    try {
      await removePicture(kind, {
        client,
        pictureType,
        page: spacePictures.page,
        picture,
        isAssetShared,
        onChange: updateSpacePictures,
      })
      onClose(`The ${name} is ${DONE[kind]}.`)
    } catch (failure) {
      setStatus({ error: failure instanceof Error ? failure.message : String(failure) })
    }
  }

  const texts = {
    unpublish: `Visitors no longer see this ${name}. It stays in the ${page.name} as a draft, and you can publish it again.`,
    archive: `Visitors no longer see this ${name}, and the ${page.name} no longer lists it. It is kept in the archive of Contentful, where you can restore it.`,
    delete: `The ${name}, its texts and its file are deleted for good, and the ${page.name} no longer lists it. This cannot be undone.`,
  }
  return (
    <Dialog
      title={`${LABELS[kind]} this ${name}?`}
      isBusy={isRunning}
      onClose={() => onClose()}
      actions={[
        <Button key="cancel" variant="secondary" isDisabled={isRunning} onClick={() => onClose()}>
          Cancel
        </Button>,
        <Button
          key="remove"
          variant="negative"
          isLoading={isRunning}
          isDisabled={!usages.data || isRunning}
          onClick={remove}
        >
          {LABELS[kind]}
        </Button>,
      ]}
    >
      <Paragraph>
        <strong>{getPictureTitle(picture, pictureType)}</strong>
      </Paragraph>
      <Paragraph>{texts[kind]}</Paragraph>
      {usages.isPending && (
        <div role="status">
          <Spinner size="small" /> Looking where it is used …
        </div>
      )}
      {usages.data && <UsageLists {...usages.data} name={name} />}
      {error && (
        <Note variant="negative" role="alert">
          {error}
        </Note>
      )}
    </Dialog>
  )
}

interface UsageListsProps {
  readonly ofEntry: readonly Usage[]
  readonly ofAsset: readonly Usage[]
  readonly name: string
}

const UsageLists = ({ ofEntry, ofAsset, name }: UsageListsProps) => (
  <>
    {ofEntry.length === 0 ? (
      <Paragraph>No page uses this {name}.</Paragraph>
    ) : (
      <UsageList title="It is used in" usages={ofEntry} />
    )}
    {ofAsset.length > 0 && <UsageList title="Its file is kept, because it is also used in" usages={ofAsset} />}
  </>
)

function UsageList({ title, usages }: { readonly title: string; readonly usages: readonly Usage[] }) {
  const { sdk } = useWorkspace()
  return (
    <>
      <Paragraph marginBottom="spacing2Xs">{title}:</Paragraph>
      <ul className="publishing-usages">
        {usages.map(({ id, title: usageTitle, type, isPage, state }) => (
          <li key={id}>
            <TextLink as="button" onClick={() => void sdk.navigator.openEntry(id, { slideIn: true })}>
              {usageTitle}
            </TextLink>{' '}
            ({isPage ? `page of the site, ${state}` : `${type}, ${state}`})
          </li>
        ))}
      </ul>
    </>
  )
}
