import { BarChart, LineChart } from '@mantine/charts'
import { formatNumber } from '#platform/words.ts'
import '@mantine/charts/styles.layer.css'
import '@mantine/core/styles/ColorSwatch.layer.css'
import { Button, SegmentedControl, Table } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { toCsv } from '#platform/csv.ts'
import classes from './chart.module.css'
import { saveText } from './save-text.ts'

export interface ChartSeries {
  key: string
  label: string
}

/**
 * Numbers over time or by kind: bars, stacked bars, lying bars (many or long names) or lines. The title says what is
 * shown, `unit` what is counted, `definition` how, on demand. Everybody can have the same numbers as a table or CSV.
 */
export function Chart(props: {
  title: string
  unit: string
  definition: ReactNode
  kind: 'bar' | 'stacked' | 'lying' | 'line'
  rows: readonly Record<string, string | number>[]
  /** the rows' key that names each row, and how that column is headed */
  by: { key: string; label: string }
  /** six at most: more cannot be told apart */
  series: readonly ChartSeries[]
  format?: (value: number) => string
  height?: number
}) {
  const { title, unit, kind, rows, by, series, height = 280 } = props
  const format = props.format ?? formatNumber
  const id = useId()
  const [view, setView] = useState('chart')
  const drawn = {
    data: rows as Record<string, string | number>[],
    dataKey: by.key,
    series: series.map(({ key, label }, index) => ({
      name: key,
      label,
      color: `var(--chart-${(index % 6) + 1})`,
    })),
    h: kind === 'lying' ? Math.max(160, rows.length * 44 + 40) : height,
    valueFormatter: format,
    gridAxis: kind === 'lying' ? ('y' as const) : ('x' as const),
    tickLine: 'none' as const,
    strokeDasharray: '0',
    gridColor: 'var(--rule)',
    textColor: 'var(--ink-soft)',
    tooltipAnimationDuration: 0,
    yAxisProps: { width: kind === 'lying' ? 120 : 64 },
  }
  const save = () =>
    saveText(
      `${title}.csv`,
      toCsv(
        [by.label, ...series.map(({ label }) => `${label} (${unit})`)],
        rows.map(row => [row[by.key], ...series.map(({ key }) => row[key])]),
      ),
    )
  return (
    <figure className={classes.figure} aria-labelledby={id}>
      <figcaption className={classes.head}>
        <div>
          <h3 className={classes.title} id={id}>
            {title}
          </h3>
          <p className={classes.unit}>{unit}</p>
        </div>
        <div className={classes.tools}>
          <SegmentedControl
            size="sm"
            aria-label={`Show ${title} as`}
            data={[
              { value: 'chart', label: 'Chart' },
              { value: 'table', label: 'Table' },
            ]}
            value={view}
            onChange={setView}
          />
          <Button variant="default" size="sm" leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
            CSV<span className="visually-hidden"> of {title}</span>
          </Button>
        </div>
      </figcaption>
      {view === 'table' ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        <section className={classes.scroll} aria-label={`${title}, table`} tabIndex={0}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{by.label}</Table.Th>
                {series.map(({ key, label }) => (
                  <Table.Th key={key} ta="right">
                    {label}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(row => (
                <Table.Tr key={String(row[by.key])}>
                  <Table.Th scope="row">{row[by.key]}</Table.Th>
                  {series.map(({ key }) => (
                    <Table.Td key={key} ta="right">
                      {format(Number(row[key] ?? 0))}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      ) : (
        <div className={classes.plot}>
          {series.length > 1 ? <Legend series={series} isLined={kind === 'line'} /> : null}
          {kind === 'line' ? (
            <LineChart
              {...drawn}
              curveType="linear"
              strokeWidth={2.5}
              withDots={rows.length <= 31}
              xAxisProps={{ padding: { left: 16, right: 16 } }}
              lineProps={({ name }) => ({
                isAnimationActive: false,
                strokeDasharray: dashes[series.findIndex(({ key }) => key === name)] ?? '0',
              })}
            />
          ) : (
            <BarChart
              {...drawn}
              type={kind === 'stacked' ? 'stacked' : 'default'}
              orientation={kind === 'lying' ? 'vertical' : 'horizontal'}
              maxBarWidth={44}
              barProps={{ isAnimationActive: false }}
            />
          )}
        </div>
      )}
      <details className={classes.definition}>
        <summary>How this is counted</summary>
        <div>{props.definition}</div>
      </details>
    </figure>
  )
}

function Legend(props: { series: readonly ChartSeries[]; isLined: boolean }) {
  return (
    <ul className={classes.legend}>
      {props.series.map(({ key, label }, index) => (
        <li key={key}>
          <svg width="26" height="12" aria-hidden="true">
            {props.isLined ? (
              <line x1="1" x2="25" y1="6" y2="6" strokeWidth="3" strokeDasharray={dashes[index]} />
            ) : (
              <rect x="7" width="12" height="12" />
            )}
          </svg>
          {label}
        </li>
      ))}
    </ul>
  )
}

// Lines differ in their dashes too, for eyes and printers that do not tell the inks apart.
const dashes = ['0', '8 4', '2 4', '12 4 2 4', '1 6', '16 6']
