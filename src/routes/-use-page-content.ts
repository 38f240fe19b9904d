import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ShownContent } from '#src/content/content-query.ts'
import { type LazyContentDefinition, useContent } from '#src/content/content-store.ts'

/**
 * Returns the content of the page. When the CMS has newer content than the loader, the routes load again, because the
 * document head uses the content of the loader.
 */
export function usePageContent<Response, Content>(
  definition: LazyContentDefinition<Response, Content>,
  loaded: NoInfer<Content>,
): ShownContent<Content> {
  const router = useRouter()
  const shown = useContent(router.options.context.contentStore, definition, loaded)
  const isNewer = shown.content !== loaded
  useEffect(() => {
    if (isNewer) router.invalidate()
  }, [isNewer, shown.content, router])
  return shown
}
