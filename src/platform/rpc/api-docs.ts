import type { AnyRouter } from '@orpc/server'
import type { Env } from '#platform/env.ts'
import type { Mount } from '#platform/http/gate.ts'
import { escapeHtml } from '#platform/http/head-tags.ts'
import { proceduresOf } from './router.ts'
import { termsOf } from './terms.ts'

interface Operation {
  operationId?: string
  summary?: string
  description?: string
  requestBody?: { content?: Record<string, { schema?: unknown }> }
  parameters?: { name: string; in: string; required?: boolean; schema?: unknown }[]
  responses?: Record<string, { content?: Record<string, { schema?: unknown }> }>
}

/** `/api/openapi.json` and a reference that people can read, both made from the router. */
export function apiDocs(router: AnyRouter, env: Env): Mount[] {
  let document: ReturnType<typeof generate> | undefined
  const read = () => {
    document ??= generate(router, env)
    return document
  }
  const line = { methods: ['GET', 'HEAD'], ways: [], cost: 'small', isPersonal: false } as const
  return [
    { ...line, path: '/api/openapi.json', serve: async c => c.json(await read()) },
    { ...line, path: '/api/docs', serve: async c => c.html(page(await read(), audiencesOf(router))) },
    {
      ...line,
      path: '/api/docs.css',
      serve: c => c.body(style, 200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' }),
    },
  ]
}

async function generate(router: AnyRouter, env: Env) {
  // Loaded when somebody reads the reference.
  const [{ OpenAPIGenerator }, { ZodToJsonSchemaConverter }] = await Promise.all([
    import('@orpc/openapi'),
    import('@orpc/zod/zod4'),
  ])
  return new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] }).generate(router, {
    info: {
      title: 'Exchange',
      version: '1',
      description:
        'Everything the browser does, for integrations. Send a personal API key as `Authorization: Bearer exk_…` (account page, Security). Writes take an `Idempotency-Key`: the same key with the same body is answered once; what spends places, tokens, money or votes, or makes a key, demands one. Failures are `{code, message, data}`; `message` is for people.',
    },
    servers: [{ url: `${env.publicUrl}/api` }],
    security: [{ apiKey: [] }],
    components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
  })
}

const audiencesOf = (router: object): Map<string, string> =>
  new Map(proceduresOf(router).map(({ path, procedure }) => [path.join('.'), termsOf(procedure).audience]))

function page(document: Awaited<ReturnType<typeof generate>>, audiences: Map<string, string>): string {
  const groups = new Map<string, string[]>()
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(item as Record<string, Operation>)) {
      const id = operation.operationId ?? path
      const [group = ''] = id.split('.')
      groups.set(group, [...(groups.get(group) ?? []), entry(method, path, id, operation, audiences.get(id) ?? '')])
    }
  }
  const names = [...groups.keys()].sort()
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>API reference · Exchange</title><link rel="stylesheet" href="/api/docs.css"></head><body>
<header><h1>API reference</h1><p>${escapeHtml(document.info.description ?? '')}</p><p><a href="/api/openapi.json">OpenAPI document</a></p>
<nav aria-label="Features">${names.map(name => `<a href="#${escapeHtml(name)}">${escapeHtml(name)}</a>`).join(' ')}</nav></header>
<main>${names.map(name => `<section id="${escapeHtml(name)}"><h2>${escapeHtml(name)}</h2>${groups.get(name)!.join('')}</section>`).join('')}</main></body></html>`
}

function entry(method: string, path: string, id: string, operation: Operation, audience: string): string {
  const input =
    operation.requestBody?.content?.['application/json']?.schema ??
    operation.parameters?.map(({ name, required, schema }) => ({ name, required, schema }))
  const output = operation.responses?.['200']?.content?.['application/json']?.schema
  const block = (title: string, value: unknown) =>
    value
      ? `<details><summary>${title}</summary><pre tabindex="0">${escapeHtml(JSON.stringify(value, null, 2))}</pre></details>`
      : ''
  return `<article><h3>${escapeHtml(id)}</h3><p><code>${method.toUpperCase()} /api${escapeHtml(path)}</code> <span>${escapeHtml(audience)}</span></p>
${operation.summary ? `<p>${escapeHtml(operation.summary)}</p>` : ''}${block('Input', input)}${block('Answer', output)}</article>`
}

const style = `:root{color-scheme:light dark;--paper:#f6f1e7;--ink:#1d1a16;--line:#cfc4ae;--accent:#b8321a}
@media (prefers-color-scheme:dark){:root{--paper:#17140f;--ink:#f1eadc;--line:#453d33;--accent:#ff9a7e}}
body{margin:0 auto;max-width:52rem;padding:2rem 1rem;background:var(--paper);color:var(--ink);font:1rem/1.55 system-ui,sans-serif}
h1{font-size:2.2rem}h2{margin-top:3rem;border-bottom:2px solid var(--ink)}article{border-bottom:1px solid var(--line);padding:.75rem 0}
h3{margin:0;font-size:1.05rem}a{color:var(--accent)}nav a{display:inline-block;padding:.25rem .5rem .25rem 0}
span{border:1px solid var(--line);padding:0 .5rem;font-size:.85rem}pre{overflow:auto;border:1px solid var(--line);padding:.75rem;font-size:.85rem}`
