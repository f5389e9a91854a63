#pragma once

#include "ui/panels/entity_details.h"

#include "ui/theme/theme.h"

#include <QString>
#include <QUrl>

namespace planscope::ui {

/// Details as rich text in the theme's colours and sizes. Rows that lead somewhere are links made by linkOf().
QString detailsHtml(const EntityDetails& details, const Theme& theme);
/// A paragraph in the quiet colour, for empty states; `link` may hold one more line as a link.
QString noteHtml(const QString& title, const QString& text, const Theme& theme, const EntityKey& link = {},
                 const QString& linkText = {});

QUrl linkOf(const EntityKey& key);
EntityKey keyOf(const QUrl& link); ///< null when it is none of ours

} // namespace planscope::ui
