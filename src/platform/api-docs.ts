import { OpenAPIGenerator } from '@orpc/openapi'
import { type AnyRouter, isProcedure } from '@orpc/server'
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4'
import { Hono } from 'hono'
import type { Env } from '#platform/env.ts'
import { escapeHtml } from '#platform/html.ts'
import type { HttpEnv } from '#platform/http.ts'

interface Operation {
  operationId?: string
  summary?: string
  description?: string
  requestBody?: { content?: Record<string, { schema?: unknown }> }
  parameters?: { name: string; in: string; required?: boolean; schema?: unknown }[]
  responses?: Record<string, { content?: Record<string, { schema?: unknown }> }>
}

/** `/api/openapi.json` and a reference that people can read, both made from the router. */
export function apiDocs(router: AnyRouter, env: Env): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  let document: ReturnType<typeof generate> | undefined
  const read = () => {
    document ??= generate(router, env)
    return document
  }
  routes.get('/api/openapi.json', async c => c.json(await read()))
  routes.get('/api/docs.css', c =>
    c.body(style, 200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' }),
  )
  routes.get('/api/docs', async c => c.html(page(await read(), audiencesOf(router))))
  return routes
}

function generate(router: AnyRouter, env: Env) {
  return new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] }).generate(router, {
    info: {
      title: 'Exchange',
      version: '1',
      description:
        'Everything the browser does, for integrations. Send a personal API key as `Authorization: Bearer exk_…` (account page, Security). Writes take an `Idempotency-Key`: the same key with the same body is answered once. Failures are `{code, message, data}`; `message` is for people.',
    },
    servers: [{ url: `${env.publicUrl}/api` }],
    security: [{ apiKey: [] }],
    components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
  })
}

function audiencesOf(router: AnyRouter, path: string[] = [], found = new Map<string, string>()): Map<string, string> {
  for (const [name, child] of Object.entries(router as Record<string, unknown>)) {
    if (isProcedure(child))
      found.set([...path, name].join('.'), String((child['~orpc'].meta as { audience?: string }).audience))
    else if (child && typeof child === 'object') audiencesOf(child as AnyRouter, [...path, name], found)
  }
  return found
}

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
