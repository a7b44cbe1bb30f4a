# R, part 1: values as text, JSON and MIME bundles. R brings no JSON of its own.
most_text <- 100000L
most_rows <- 1000L

json_text <- function(text) {
  if (length(text) == 0L) return(character())
  text <- enc2utf8(as.character(text))
  for (pair in list(c("\\", "\\\\"), c("\"", "\\\""), c("\n", "\\n"), c("\r", "\\r"), c("\t", "\\t"))) {
    text <- gsub(pair[1], pair[2], text, fixed = TRUE)
  }
  paste0("\"", gsub("[\001-\037]", "?", text), "\"")
}

json_object <- function(...) {
  parts <- Filter(Negate(is.null), list(...))
  paste0("{", paste0(json_text(names(parts)), ":", unlist(parts), collapse = ","), "}")
}

json_array <- function(parts) paste0("[", paste(parts, collapse = ","), "]")

json_atoms <- function(values) {
  if (is.factor(values) || inherits(values, c("Date", "POSIXt"))) values <- as.character(values)
  said <- json_text(values)
  if (is.logical(values)) said <- tolower(as.character(values))
  if (is.numeric(values)) {
    # Each number is formatted by itself: together they would all get as many digits as the longest.
    numbers <- vapply(values, format, "", digits = 15, scientific = FALSE)
    said <- ifelse(is.finite(values), numbers, said)
  }
  is_missing <- if (is.numeric(values)) is.na(values) & !is.nan(values) else is.na(values)
  unname(replace(said, is_missing, "null"))
}

# NULL for a value that JSON cannot express.
json_value <- function(value) {
  if (is.null(value)) return("null")
  if (is.data.frame(value)) {
    cells <- lapply(value, json_atoms)
    return(json_array(lapply(seq_len(nrow(value)), function(index) do.call(json_object, lapply(cells, `[`, index)))))
  }
  if (is.atomic(value) || is.factor(value)) {
    if (is.complex(value) || is.raw(value)) return(NULL)
    atoms <- json_atoms(value)
    if (!is.null(names(value))) return(do.call(json_object, setNames(as.list(atoms), names(value))))
    return(if (length(atoms) == 1L) atoms else json_array(atoms))
  }
  if (!is.list(value) || is.object(value)) return(NULL)
  parts <- lapply(value, json_value)
  if (any(vapply(parts, is.null, TRUE))) return(NULL)
  if (is.null(names(value))) json_array(parts) else do.call(json_object, parts)
}

cut_text <- function(text) {
  if (nchar(text) <= most_text) return(text)
  paste0(substr(text, 1L, most_text), "\n… cut: ", nchar(text) - most_text, " more characters")
}

printed <- function(value) paste(capture.output(print(value)), collapse = "\n")

bundle_of <- function(value) {
  if (is_bundle(value)) return(do.call(json_object, lapply(value, json_text)))
  text <- json_text(cut_text(printed(value)))
  if (!is.data.frame(value)) {
    json <- if (is.list(value) || length(value) > 1L) json_value(value)
    return(json_object("text/plain" = text, "application/json" = json))
  }
  shown <- utils::head(value, most_rows)
  json_object(
    "text/plain" = text,
    "text/html" = json_text(html_table(shown, nrow(value))),
    "application/vnd.anneal.table+json" = table_json(shown, nrow(value))
  )
}

is_bundle <- function(value) {
  if (!is.list(value) || is.object(value) || length(value) == 0L || is.null(names(value))) return(FALSE)
  all(grepl("^[a-z]+/[a-z0-9.+-]+$", names(value)))
}

table_json <- function(shown, count) {
  column_of <- function(name, column) json_object(name = json_text(name), type = json_text(class(column)[1]))
  columns <- Map(column_of, names(shown), shown)
  cells <- lapply(shown, json_atoms)
  rows <- lapply(seq_len(nrow(shown)), function(index) json_array(vapply(cells, `[`, "", index)))
  truncated <- if (count > nrow(shown)) "true" else "false"
  json_object(
    columns = json_array(columns), rows = json_array(rows), rowCount = as.character(count), truncated = truncated
  )
}

html_text <- function(text) {
  for (pair in list(c("&", "&amp;"), c("<", "&lt;"), c(">", "&gt;"))) text <- gsub(pair[1], pair[2], text, fixed = TRUE)
  text
}

html_table <- function(shown, count) {
  cells <- lapply(shown, function(column) paste0("<td>", html_text(trimws(format(column))), "</td>"))
  body <- if (nrow(shown)) paste0("<tr>", do.call(paste0, unname(cells)), "</tr>", collapse = "") else ""
  note <- if (count > nrow(shown)) paste0("<caption>the first ", nrow(shown), " of ", count, " rows</caption>") else ""
  head <- paste0("<th>", html_text(names(shown)), "</th>", collapse = "")
  paste0("<table>", note, "<thead><tr>", head, "</tr></thead><tbody>", body, "</tbody></table>")
}
