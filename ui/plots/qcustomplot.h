// The only door to QCustomPlot: its header is long, and every include of it costs seconds.
#pragma once

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#include <qcustomplot.h>
#pragma GCC diagnostic pop
