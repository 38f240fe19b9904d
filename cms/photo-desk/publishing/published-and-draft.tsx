import { useWorkspace } from '#cms/photo-desk/space/picture-workspace.ts'
import { getPictureUrl } from '#cms/photo-desk/space/space-pictures.ts'
import type { ComparedPicture } from './compare-content.ts'
import { DifferenceTable } from './difference-table.tsx'

/** px; twice the width of the pictures. */
const PICTURE_WIDTH = 640

/** What visitors see of a picture beside what will be published: the files, if they differ, and the texts. */
export function PublishedAndDraft({ asset, publishedAsset, differences }: ComparedPicture) {
  const { pictureType } = useWorkspace()
  return (
    <div className="publishing-changes">
      {publishedAsset && (
        <div className="publishing-files">
          {[
            { title: 'Visitors see', shownAsset: publishedAsset },
            { title: 'Will be published', shownAsset: asset },
          ].map(({ title, shownAsset }) => (
            <figure key={title}>
              <img src={getPictureUrl(shownAsset, PICTURE_WIDTH)} alt="" data-type={pictureType.name} />
              <figcaption>{title}</figcaption>
            </figure>
          ))}
        </div>
      )}
      <DifferenceTable
        caption="What changes"
        beforeTitle="Visitors see"
        afterTitle="Will be published"
        differences={differences}
      />
    </div>
  )
}
