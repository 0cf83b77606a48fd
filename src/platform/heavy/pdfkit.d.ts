/** What the house uses of pdfkit, which comes without types. Points, from the top left corner. */
declare module 'pdfkit' {
  interface TextOptions {
    width?: number
    align?: 'left' | 'right'
  }

  class PdfDocument {
    constructor(options: { size: 'A4'; margin: number; lang: string; info: { Title: string; Author: string } })
    readonly page: { height: number }
    /** Where the next text stands. */
    y: number
    on(event: 'data', heard: (chunk: Uint8Array) => void): this
    on(event: 'end', heard: () => void): this
    registerFont(name: string, file: string): this
    font(name: string): this
    fontSize(points: number): this
    fillColor(color: string): this
    strokeColor(color: string): this
    lineWidth(points: number): this
    moveTo(x: number, y: number): this
    lineTo(x: number, y: number): this
    stroke(): this
    text(text: string, x: number, y: number, options: TextOptions): this
    heightOfString(text: string, options: TextOptions): number
    addPage(): this
    end(): void
  }

  export default PdfDocument
}
