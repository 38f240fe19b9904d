import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type ContentDefinition, useContent } from '#src/content/content-query.ts'

/**
 * Returns the content of the page. When the CMS has newer content than the loader, the routes load again, because the
 * document head uses the content of the loader.
 */
export function usePageContent<Response, Content>(
  definition: ContentDefinition<Response, Content>,
  loaded: NoInfer<Content>,
): Content {
  const router = useRouter()
  const content = useContent(definition, loaded)
  useEffect(() => {
    if (content !== loaded) router.invalidate()
  }, [content, loaded, router])
  return content
}
